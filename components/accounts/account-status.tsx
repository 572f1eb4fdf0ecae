'use client'

import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { Field } from '#components/ui/field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import type { LoginEligibility } from '#lib/contract/accounts/calls.ts'
import { ResendButton } from './resend-button.tsx'
import { useAccountStatus } from './use-account-status.ts'

/** 'Check Account Status' (spec 1, section 2, Login): for who can't sign in and wonders why. */
export function AccountStatus() {
  const t = useTranslations('AccountStatus')
  const { isBusy, whole, formProps, field, status } = useAccountStatus()
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
        <form {...formProps} className="mt-4 grid gap-4">
          {whole ? (
            <p role="alert" className="font-semibold text-alarm">
              {whole}
            </p>
          ) : null}
          <Field
            label={t('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            required
            {...field('email')}
          />
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
