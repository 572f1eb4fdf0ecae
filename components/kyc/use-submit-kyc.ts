import { useTranslations } from 'next-intl'
import { useReloadProfile, useTakeProfile } from '#components/profiles/use-my-profile.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import { isKycLocked, kycFieldsOf } from '#lib/client/kyc/kyc-form.ts'
import { kycDocumentTypes } from '#lib/contract/kyc/requirements.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'

export type SubmitProblem = { title: string; detail: string }
type KycTexts = ReturnType<typeof useTranslations<'Kyc'>>

export function useSubmitKyc() {
  const t = useTranslations('Kyc')
  const takeProfile = useTakeProfile()
  const reload = useReloadProfile()
  const { isPending, answer, error, send } = useSend({
    mutationFn: async (): Promise<SubmitProblem | null> => {
      const known = await api('GET /users/profiles/me/')
      const missing = requirementProblem(known, t)
      if (missing) return missing
      const { kyc_status } = await api('POST /users/profiles/submit_my_kyc/')
      takeProfile(() => ({ ...known, kyc_status, kyc_rejection_reason: '', kyc_field_reasons: {} }))
      showToast({ title: t('submitted'), description: t('submittedDetail'), tone: 'good' })
      return null
    },
    onError: (refusal) => {
      // The form was submitted elsewhere or is incomplete, so the profile is reloaded.
      if (refusal instanceof ApiError && refusal.status !== 0) void reload()
    },
  })
  const problem = error ? submitProblem(error, t) : (answer ?? null)
  return { busy: isPending, problem, submit: () => void send() }
}

function requirementProblem(profile: Profile, t: KycTexts): SubmitProblem | null {
  const { fields, documents } = profile.missing_requirements
  if (isKycLocked(profile.kyc_status)) return { title: t('cannotTitle'), detail: t('cannot') }
  if (fields.length > 0) return missingFieldsProblem(fields, t)
  return documents.length > 0 ? missingDocumentsProblem(documents, t) : null
}

function missingFieldsProblem(fields: readonly string[], t: KycTexts): SubmitProblem {
  const names = fields.map((field) => fieldWord(field, t)).join(', ')
  return { title: t('requirementsTitle'), detail: t('missingFields', { fields: names }) }
}

function missingDocumentsProblem(documents: readonly string[], t: KycTexts): SubmitProblem {
  const known = kycDocumentTypes.filter((type) => documents.includes(type))
  const names = known.map((type) => t(`documents.${type}`)).join(', ')
  return { title: t('documentsTitle'), detail: t('missingDocuments', { documents: names }) }
}

function submitProblem(error: unknown, t: KycTexts): SubmitProblem {
  const failed = { title: t('submitFailedTitle'), detail: t('submitFailed') }
  if (!(error instanceof ApiError)) return failed
  if (error.status === 0) return { ...failed, detail: t('noConnection') }
  const missing = missingOf(error.data)
  if (missing.fields.length > 0) return missingFieldsProblem(missing.fields, t)
  if (missing.documents.length > 0) return missingDocumentsProblem(missing.documents, t)
  if (error.code === 'kyc_locked') return { title: t('cannotTitle'), detail: t('cannot') }
  if (error.code === 'kyc_incomplete') return { title: t('incompleteTitle'), detail: t('incomplete') }
  return error.hasSentence ? { ...failed, detail: error.message } : failed
}

/** The fields and documents that the refusal calls missing; empty if it has another reason. */
function missingOf(data: unknown): { fields: string[]; documents: string[] } {
  const said = recordOf(recordOf(data).missing_requirements)
  return { fields: textsOf(said.fields), documents: textsOf(said.documents) }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

function fieldWord(name: string, t: KycTexts): string {
  const field = kycFieldsOf('copyright_owner').find((known) => known === name)
  return field ? t(`fields.${field}`) : name
}
