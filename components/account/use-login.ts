'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { ApiError } from '#lib/client/api-client.ts'
import { fieldErrors } from '#lib/client/error-message.ts'
import { signIn } from '#lib/client/sign-in.ts'
import { showToast } from '#lib/client/toasts.ts'
import { wayBack } from '#lib/client/way-back.ts'
import { sentenceOf, useAccountForm } from './use-account-form.ts'

const fields = ['email', 'password'] as const
type Field = (typeof fields)[number]

/** Signs in and goes on to where the person wanted to go. */
export function useLogin() {
  const t = useTranslations('Login')
  const router = useRouter()
  return useAccountForm<Field>({
    fields,
    check: (typed) => ({
      email: typed('email').trim() ? undefined : t('emailMissing'),
      password: typed('password') ? undefined : t('passwordMissing'),
    }),
    send: async (typed) => {
      await signIn(typed('email').trim(), typed('password'))
      // A whole page load: pages behind a login read the cookie that was just set.
      window.location.assign(wayBack(window.location.search))
    },
    refuse: (error, typed) => {
      const summary = sentenceOf(error, { fallback: t('failed'), noConnection: t('noConnection') })
      if (needsVerification(error)) {
        showToast({ title: t('verificationToast'), description: summary, tone: 'bad' })
        router.push(`/verify-email?${new URLSearchParams({ email: typed('email').trim() })}`)
        return { summary: null, fields: {} }
      }
      showToast({ title: t('failedToast'), description: summary, tone: 'bad' })
      const { email, password } = error instanceof ApiError ? fieldErrors(error.data) : {}
      return { summary, fields: { email, password } }
    },
  })
}

function needsVerification(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    typeof error.data === 'object' &&
    error.data !== null &&
    'verification_required' in error.data
  )
}
