'use client'

import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { cn } from '#components/ui/cn.ts'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { sentDeviceToken } from '#lib/client/accounts/device-token.ts'
import { refusedFields, sentenceOf, useApiForm } from '#lib/client/forms/use-api-form.ts'
import { api } from '#lib/client/http/api.ts'
import type { LoginEligibility } from '#lib/contract/accounts/calls.ts'
import { EmailField } from './email-field.tsx'
import { ResendButton } from './resend-button.tsx'

/** Explains why a user cannot sign in. */
export function AccountStatus() {
  const t = useTranslations('AccountStatus')
  const { isBusy, whole, formProps, field, status } = useAccountStatus()
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On phones the result is below the visible part of the page.
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
        <form {...formProps} className="mt-4 grid gap-4">
          {whole ? (
            <p role="alert" className="font-semibold text-alarm">
              {whole}
            </p>
          ) : null}
          <EmailField label={t('email')} autoComplete="email" {...field('email')} />
          <SubmitButton tone="plain" busy={isBusy}>
            {isBusy ? t('checking') : t('submit')}
          </SubmitButton>
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
  const { sent_by_mail: sentByMail } = status
  const answer = (yes: boolean) =>
    sentByMail ? { value: t('seeMail'), good: true } : { value: yes ? t('yes') : t('no'), good: yes }
  const rows = [
    { label: t('emailLabel'), value: status.email, good: true },
    { label: t('active'), ...answer(status.is_active) },
    { label: t('verified'), ...answer(status.is_email_verified) },
  ]
  const tone = sentByMail ? '' : status.can_login ? 'text-leaf' : 'text-alarm'
  return (
    <div className="mt-5 rounded-2xl bg-sunken px-4 py-3">
      <p className={cn('font-semibold', tone)}>
        {sentByMail || !status.can_login ? <span>{t('accountIssue')}: </span> : null}
        <span>{sentByMail ? t('sentByMail') : status.can_login ? t('canLogin') : status.reason}</span>
      </p>
      <dl className="mt-2 grid grid-cols-1 gap-1">
        {rows.map(({ label, value, good }) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-soft">{label}</dt>
            <dd className={cn('min-w-0 text-end font-semibold wrap-anywhere', !good && 'text-alarm')}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function useAccountStatus() {
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
      setStatus(await api('POST /users/auth/login-eligibility/', { body: { email, ...sentDeviceToken() } }))
    },
    refuse: (error) => {
      const whole = sentenceOf(error, { fallback: t('fallback'), noConnection: t('noConnection') })
      const { email } = refusedFields(['email'], error)
      return email ? { fields: { email } } : { whole: `${t('checkFailed')}: ${whole}` }
    },
  })
  return { ...form, status }
}
