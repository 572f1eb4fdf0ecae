'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { startPathFor } from '#components/shell/navigation.ts'
import { sentDeviceToken } from '#lib/client/accounts/device-token.ts'
import {
  checkRegistration,
  type RegisterField,
  type Registration,
  registerFields,
  registrationErrors,
  toRegisterBody,
} from '#lib/client/accounts/registration.ts'
import { startResendWait } from '#lib/client/accounts/resend-wait.ts'
import { openSession } from '#lib/client/accounts/sign-in.ts'
import { wayBack } from '#lib/client/accounts/way-back.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { sentenceOf, type Typed, useAccountForm } from './use-account-form.ts'

/** Opens an account. Tokens in the answer are a login; without them the email is to be verified first. */
export function useRegistration() {
  const t = useTranslations('Register')
  const router = useRouter()
  return useAccountForm<RegisterField>({
    fields: registerFields,
    check: (typed) => {
      const found = Object.entries(checkRegistration(registrationOf(typed)))
      return Object.fromEntries(found.map(([field, problem]) => [field, t(`problems.${problem}`)]))
    },
    send: async (typed) => {
      const { tokens, user, device_token } = await api('POST /users/auth/register/', {
        body: { ...toRegisterBody(registrationOf(typed)), ...sentDeviceToken() },
      })
      if (tokens) {
        const signedIn = await openSession({ ...tokens, user, device_token })
        const back = wayBack(window.location.search)
        // A whole page load: pages behind a login read the cookie that was just set.
        window.location.assign(back === '/' ? startPathFor(signedIn) : back)
        return
      }
      startResendWait('verification', user.email, Date.now())
      router.push(`/verify-email?${new URLSearchParams({ email: user.email })}`)
    },
    refuse: (error) => {
      const fields = error instanceof ApiError ? registrationErrors(error.data) : {}
      const sentence = sentenceOf(error, { fallback: t('failed'), noConnection: t('noConnection') })
      showToast({ title: t('failedToast'), description: sentence, tone: 'bad' })
      return { summary: Object.keys(fields).length > 0 ? null : sentence, fields }
    },
  })
}

function registrationOf(typed: Typed<RegisterField>): Registration {
  return {
    role: typed('role'),
    name: typed('name'),
    displayName: typed('displayName'),
    email: typed('email'),
    phone: typed('phone'),
    password: typed('password'),
    confirmPassword: typed('confirmPassword'),
    location: typed('location'),
    instagram: typed('instagram'),
    tiktok: typed('tiktok'),
    youtube: typed('youtube'),
  }
}
