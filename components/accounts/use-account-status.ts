'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { checkAccountStatus } from '#lib/client/accounts/accounts-api.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { refusedFields, sentenceOf, useApiForm } from '#lib/client/forms/use-api-form.ts'
import type { LoginEligibility } from '#lib/contract/accounts/calls.ts'

/** Asks whether an account can sign in. */
export function useAccountStatus() {
  const t = useTranslations('AccountStatus')
  const [status, setStatus] = useState<LoginEligibility | null>(null)
  const form = useApiForm({
    defaultValues: { email: '' },
    toBody: ({ email }) => ({ email: email.trim() }),
    schema: async () => (await import('#lib/contract/accounts/calls.ts')).loginEligibility.body,
    sentence: (_, { code }) => t(code === 'too_small' ? 'emailMissing' : 'emailWrong'),
    isRepeatable: true,
    send: async ({ email }) => {
      setStatus(null)
      const answer = await checkAccountStatus(email)
      setStatus(answer)
      if (answer.told_by_mail)
        showToast({ title: t('accountIssue'), description: t('toldByMail'), tone: 'plain' })
      else if (!answer.can_login)
        showToast({ title: t('accountIssue'), description: answer.reason, tone: 'bad' })
    },
    refuse: (error) => {
      const whole = sentenceOf(error, { fallback: t('fallback'), noConnection: t('noConnection') })
      showToast({ title: t('checkFailed'), description: whole, tone: 'bad' })
      const { email } = refusedFields(['email'], error)
      return email ? { fields: { email } } : { whole }
    },
  })
  return { ...form, status }
}
