import { useTranslations } from 'next-intl'
import { useWatch } from 'react-hook-form'
import { showToast } from '#lib/client/browser/toasts.ts'
import { refusedFields, useApiForm } from '#lib/client/forms/use-api-form.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import {
  profileFieldOf,
  profileFields,
  profileFormOf,
  profileMaxOf,
  profileRules,
} from '#lib/client/profiles/profile-form.ts'
import { storeUser } from '#lib/client/session/change-session.ts'
import { userOfProfile } from '#lib/client/session/session-start.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'
import { isSocialSite } from '#lib/contract/profiles/social-sites.ts'
import { useTakeProfile } from './use-my-profile.ts'

export function useProfileEditor(profile: Profile, onDone: () => void) {
  const t = useTranslations('Profile')
  const takeProfile = useTakeProfile()
  const form = useApiForm({
    ...profileRules((problem, field) =>
      t(`problems.${problem}`, {
        max: profileMaxOf(field),
        site: isSocialSite(field) ? t(`sites.${field}`) : '',
      }),
    ),
    defaultValues: profileFormOf(profile),
    send: async (body) => {
      const next = await api('PATCH /users/profiles/{id}/', { path: { id: profile.id }, body })
      takeProfile(() => next)
      // The header shows the stored user's name.
      storeUser(userOfProfile(next))
      showToast({ title: t('editor.saved'), tone: 'good' })
      onDone()
    },
    refuse: (error) => {
      const fields = refusedFields(profileFields, error, profileFieldOf)
      if (Object.keys(fields).length > 0) return { fields }
      const isSilent = !(error instanceof ApiError) || error.status === 0
      return { whole: isSilent ? t('noConnection') : error.message }
    },
  })
  const bio = useWatch({ control: form.form.control, name: 'bio' }) ?? ''
  return { ...form, bioLeft: profileMaxOf('bio') - bio.trim().length }
}
