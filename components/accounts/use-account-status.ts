'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { checkAccountStatus } from '#lib/client/accounts/accounts-api.ts'
import { problemOfEmail } from '#lib/client/accounts/registration.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError } from '#lib/client/http/api-client.ts'
import { fieldErrors } from '#lib/client/http/error-message.ts'
import type { LoginEligibility } from '#lib/contract/accounts/calls.ts'
import { sentenceOf, useAccountForm } from './use-account-form.ts'

const fields = ['email'] as const

/** Asks whether an account can sign in. */
export function useAccountStatus() {
  const t = useTranslations('AccountStatus')
  const [status, setStatus] = useState<LoginEligibility | null>(null)
  const { setBusy, ...form } = useAccountForm<'email'>({
    fields,
    check: (typed) => {
      const problem = problemOfEmail(typed('email'))
      return { email: problem ? t(problem) : undefined }
    },
    send: async (typed) => {
      setStatus(null)
      const answer = await checkAccountStatus(typed('email').trim())
      setStatus(answer)
      setBusy(false)
      if (answer.told_by_mail)
        showToast({ title: t('accountIssue'), description: t('toldByMail'), tone: 'plain' })
      else if (!answer.can_login)
        showToast({ title: t('accountIssue'), description: answer.reason, tone: 'bad' })
    },
    refuse: (error) => {
      const summary = sentenceOf(error, { fallback: t('fallback'), noConnection: t('noConnection') })
      showToast({ title: t('checkFailed'), description: summary, tone: 'bad' })
      const { email } = error instanceof ApiError ? fieldErrors(error.data) : {}
      return email ? { summary: null, fields: { email } } : { summary, fields: {} }
    },
  })
  return { ...form, status }
}
