import { useCallback, useRef, useState } from 'react'
import { useTakeProfile } from '#components/profiles/use-my-profile.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { fieldErrors } from '#lib/client/http/error-message.ts'
import {
  type KycFieldProblem,
  type KycRole,
  kycFieldsOf,
  kycFormOf,
  kycProblems,
  savableChanges,
  withKycValue,
} from '#lib/client/kyc/kyc-form.ts'
import type { KycDocumentType, KycField, KycForm } from '#lib/contract/kyc/calls.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'

export type KycDraft = {
  form: KycForm
  /** Problems of the fields that the user has left changed; after "Continue" of all fields. */
  problems: Partial<Record<KycField, KycFieldProblem>>
  /** The server's refusals by field, each until the field changes. */
  refusals: Partial<Record<string, string>>
  isUntouched: (field: KycField) => boolean
  saving: 'idle' | 'saving' | 'saved' | 'failed'
  /** The server's refusal if it concerns no field. */
  refusal: string | null
  change: (field: KycField, value: string) => void
  leave: (field: KycField) => void
  /** Shows all problems and saves. @returns the first wrong field, null on success, or 'failed' */
  finish: () => Promise<KycField | null | 'failed'>
}

/**
 * Saves each field on blur, so that the user can continue on another device. Does not use useApiForm, which
 * sends the whole form, or useSend, which drops concurrent calls.
 */
export function useKycDraft(profile: Profile, role: KycRole): KycDraft {
  const takeProfile = useTakeProfile()
  const [form, setForm] = useState(() => kycFormOf(profile))
  const [opened] = useState(form)
  const [seen, setSeen] = useState<ReadonlySet<KycField>>(new Set())
  const [refusals, setRefusals] = useState<KycDraft['refusals']>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [saving, setSaving] = useState<KycDraft['saving']>('idle')
  const latest = useRef(form)
  const saved = useRef(kycFormOf(profile))
  const queue = useRef<Promise<Record<string, string> | null>>(Promise.resolve({}))
  const all = kycProblems(form, role, new Date())
  const fields = kycFieldsOf(role)

  /** @returns refusals by field; null if the server did not answer or refused without naming a field */
  const saveNow = useCallback(async (): Promise<Record<string, string> | null> => {
    const changes = savableChanges(latest.current, saved.current, role, new Date())
    if (Object.keys(changes).length === 0) return {}
    setSaving('saving')
    setRefusal(null)
    try {
      const next = await api('PATCH /users/profiles/{id}/', { path: { id: profile.id }, body: changes })
      saved.current = kycFormOf(next)
      takeProfile((known) => (known ? withDocumentsOf(known, next) : next))
      setRefusals({})
      setSaving('saved')
      return {}
    } catch (error) {
      const refused = error instanceof ApiError ? fieldErrors(error.data) : {}
      const isAnswered = error instanceof ApiError && error.status !== 0 && error.hasSentence
      setRefusals(refused)
      if (isAnswered && Object.keys(refused).length === 0) setRefusal(error.message)
      setSaving(isAnswered ? 'idle' : 'failed')
      return Object.keys(refused).length > 0 ? refused : null
    }
  }, [profile.id, role, takeProfile])

  /** Saves one after another, so that an older answer never overwrites a newer one. */
  const save = useCallback(() => {
    queue.current = queue.current.then(saveNow)
    return queue.current
  }, [saveNow])

  return {
    form,
    problems: Object.fromEntries(
      Object.entries(all).filter(([field]) => fields.some((known) => known === field && seen.has(known))),
    ),
    refusals,
    isUntouched: (field) => form[field] === opened[field],
    saving,
    refusal,
    change: (field, value) => {
      latest.current = withKycValue(latest.current, field, value)
      setForm(latest.current)
      setRefusals(({ [field]: _, ...others }) => others)
    },
    leave: (field) => {
      // An unchanged field shows no problem.
      if (latest.current[field] !== saved.current[field]) setSeen((before) => new Set(before).add(field))
      void save()
    },
    finish: async () => {
      setSeen(new Set(fields))
      const wrong = fields.find((field) => all[field] !== undefined)
      if (wrong) return wrong
      const refused = await save()
      if (refused === null) return 'failed'
      const left = fields.find((field) => refused[field] !== undefined)
      return left ?? (Object.keys(refused).length === 0 ? null : 'failed')
    },
  }
}

/** Keeps the known documents: one may have been uploaded after the server read `next`. */
function withDocumentsOf(known: Profile, next: Profile): Profile {
  const { fields, documents } = next.missing_requirements
  const isKnown = (type: KycDocumentType) => known.documents.some((one) => one.document_type === type)
  return {
    ...next,
    documents: [...known.documents, ...next.documents.filter(({ document_type }) => !isKnown(document_type))],
    missing_requirements: { fields, documents: documents.filter((type) => !isKnown(type)) },
  }
}
