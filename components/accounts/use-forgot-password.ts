'use client'

import { useTranslations } from 'next-intl'
import { sendPasswordReset } from '#lib/client/accounts/accounts-api.ts'
import { problemOfEmail } from '#lib/client/accounts/registration.ts'
import { startResendWait } from '#lib/client/accounts/resend-wait.ts'
import { ApiError } from '#lib/client/http/api-client.ts'
import { fieldErrors } from '#lib/client/http/error-message.ts'
import { sentenceOf, useAccountForm } from './use-account-form.ts'

const fields = ['email'] as const

/** Asks for the mail with the link. */
export function useForgotPassword(onSent: (email: string) => void) {
  const t = useTranslations('ForgotPassword')
  return useAccountForm<'email'>({
    fields,
    check: (typed) => {
      const problem = problemOfEmail(typed('email'))
      return { email: problem ? t(problem) : undefined }
    },
    send: async (typed) => {
      const email = typed('email').trim()
      await sendPasswordReset(email)
      startResendWait('reset', email, Date.now())
      onSent(email)
    },
    refuse: (error) => {
      const { email } = error instanceof ApiError ? fieldErrors(error.data) : {}
      if (email) return { summary: null, fields: { email } }
      const words = { fallback: t('failed'), noConnection: t('noConnection') }
      return { summary: sentenceOf(error, words), fields: {} }
    },
  })
}
