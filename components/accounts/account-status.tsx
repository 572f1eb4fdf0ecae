'use client'

import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { sentDeviceToken } from '#lib/client/accounts/device-token.ts'
import { problemOfEmail } from '#lib/client/accounts/registration.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { fieldErrors } from '#lib/client/http/error-message.ts'
import type { LoginEligibility } from '#lib/contract/accounts/calls.ts'
import { ResendButton } from './resend-button.tsx'
import { SubmitButton } from './submit-button.tsx'
import { sentenceOf, useAccountForm } from './use-account-form.ts'

/** 'Check Account Status': for who can't sign in and wonders why. */
export function AccountStatus() {
  const t = useTranslations('AccountStatus')
  const { busy, problem, submit, form, status } = useAccountStatus()
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a phone the answer comes below the screen's edge.
    if (status) result.current?.scrollIntoView({ block: 'center' })
  }, [status])
  return (
    <details className="group mt-8 rounded-3xl border border-line">
      <summary className="flex min-h-14 items-center justify-between gap-3 rounded-3xl px-5 font-semibold [&::-webkit-details-marker]:hidden">
        {t('title')}
        <ChevronDown aria-hidden="true" className="size-5 transition-transform group-open:rotate-180" />
      </summary>
      <div className="px-5 pb-5">
        <p className="text-soft">{t('intro')}</p>
        <form ref={form} onSubmit={submit} noValidate method="post" className="mt-4 grid gap-4">
          {problem.summary ? (
            <p role="alert" className="font-semibold text-alarm">
              {problem.summary}
            </p>
          ) : null}
          <Field
            label={t('email')}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            required
            error={problem.fields.email}
          />
          <SubmitButton tone="plain" busy={busy} words={{ idle: t('submit'), busy: t('checking') }} />
        </form>
        <div role="status" ref={result}>
          {status ? <StatusResult status={status} /> : null}
        </div>
        {status?.actions.resend_verification ? (
          <div className="mt-4">
            <ResendButton kind="verification" email={status.email} words={t('resend')} />
          </div>
        ) : null}
      </div>
    </details>
  )
}

function StatusResult({ status }: { status: LoginEligibility }) {
  const t = useTranslations('AccountStatus')
  const { told_by_mail: toldByMail } = status
  const answer = (yes: boolean) =>
    toldByMail ? { value: t('seeMail'), good: true } : { value: yes ? t('yes') : t('no'), good: yes }
  const rows = [
    { label: t('emailLabel'), value: status.email, good: true },
    { label: t('active'), ...answer(status.is_active) },
    { label: t('verified'), ...answer(status.is_email_verified) },
  ]
  const tone = toldByMail ? '' : status.can_login ? 'text-leaf' : 'text-alarm'
  return (
    <div className="mt-5 rounded-2xl bg-sunken px-4 py-3">
      <p className={`font-semibold ${tone}`}>
        {toldByMail ? t('toldByMail') : status.can_login ? t('canLogin') : status.reason}
      </p>
      <dl className="mt-2 grid gap-1">
        {rows.map(({ label, value, good }) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-soft">{label}</dt>
            <dd className={`min-w-0 truncate font-semibold ${good ? '' : 'text-alarm'}`}>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const fields = ['email'] as const

/** Asks whether an account can sign in. */
function useAccountStatus() {
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
      const answer = await api('POST /users/auth/login-eligibility/', {
        body: { email: typed('email').trim(), ...sentDeviceToken() },
      })
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
