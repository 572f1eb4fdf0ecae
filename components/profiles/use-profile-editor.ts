import { useTranslations } from 'next-intl'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { fieldErrors } from '#lib/client/http/error-message.ts'
import {
  type ProfileField,
  type ProfileForm,
  profileChangeOf,
  profileFieldNamed,
  profileFields,
  profileFormOf,
  profileMaxOf,
  profileProblems,
} from '#lib/client/profiles/profile-form.ts'
import { storeUser } from '#lib/client/session/session.ts'
import { userOfProfile } from '#lib/client/session/session-start.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'
import { useTakeProfile } from './use-my-profile.ts'

type Errors = Partial<Record<ProfileField, string>>

/** Edits what everybody sees; what was typed stays, whatever goes wrong. */
export function useProfileEditor(profile: Profile, onDone: () => void) {
  const t = useTranslations('Profile')
  const takeProfile = useTakeProfile()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState(() => profileFormOf(profile))
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    const wrong = profileFields.find((field) => errors[field])
    const input = wrong ? form.current?.elements.namedItem(wrong) : null
    if (input instanceof HTMLElement) input.focus()
  }, [errors])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setFailure(null)
    const wrong = wordsFor(typed)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    setBusy(true)
    try {
      const next = await api('PATCH /users/profiles/{id}/', {
        path: { id: profile.id },
        body: profileChangeOf(typed),
      })
      takeProfile(() => next)
      // The header greets by the same name.
      storeUser(userOfProfile(next))
      showToast({ title: t('editor.saved'), tone: 'good' })
      onDone()
    } catch (error) {
      setBusy(false)
      const refused = refusedFields(error)
      setErrors(refused)
      if (Object.keys(refused).length > 0) return
      const isSilent = !(error instanceof ApiError) || error.status === 0
      setFailure(isSilent ? t('noConnection') : error.message)
    }
  }

  function wordsFor(given: ProfileForm): Errors {
    const found = Object.entries(profileProblems(given)).flatMap(([name, problem]) => {
      const field = profileFieldNamed(name)
      if (!field) return []
      const isSite = field === 'instagram' || field === 'tiktok' || field === 'youtube'
      const site = isSite ? t(`sites.${field}`) : ''
      return [[field, t(`problems.${problem}`, { max: profileMaxOf(field), site })] as const]
    })
    return Object.fromEntries(found)
  }

  const change = (field: ProfileField, value: string) => {
    setTyped((before) => ({ ...before, [field]: value }))
    setErrors(({ [field]: _, ...others }) => others)
  }
  return { form, typed, errors, failure, busy, change, submit }
}

function refusedFields(error: unknown): Errors {
  if (!(error instanceof ApiError)) return {}
  const found = Object.entries(fieldErrors(error.data)).flatMap(([name, sentence]) => {
    const field = profileFieldNamed(name)
    return field ? [[field, sentence] as const] : []
  })
  return Object.fromEntries(found)
}
