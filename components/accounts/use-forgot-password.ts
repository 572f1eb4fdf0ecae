'use client'

import { useTranslations } from 'next-intl'
import { sendPasswordReset } from '#lib/client/accounts/accounts-api.ts'
import { startResendWait } from '#lib/client/accounts/resend-wait.ts'
import { refusedFields, sentenceOf, useApiForm } from '#lib/client/forms/use-api-form.ts'

/** Asks for the mail with the link. */
export function useForgotPassword(typed: string, onSent: (email: string) => void) {
  const t = useTranslations('ForgotPassword')
  return useApiForm({
    defaultValues: { email: typed },
    toBody: ({ email }) => ({ email: email.trim() }),
    schema: async () => (await import('#lib/contract/accounts/calls.ts')).passwordReset.body,
    sentence: (_, { code }) => t(code === 'too_small' ? 'emailMissing' : 'emailWrong'),
    send: async ({ email }) => {
      await sendPasswordReset(email)
      startResendWait('reset', email, Date.now())
      onSent(email)
    },
    refuse: (error) => {
      const { email } = refusedFields(['email'], error)
      const words = { fallback: t('failed'), noConnection: t('noConnection') }
      return email ? { fields: { email } } : { whole: sentenceOf(error, words) }
    },
  })
}
