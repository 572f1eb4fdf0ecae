'use client'

import { useTranslations } from 'next-intl'
import { unbroken } from '#components/ui/unbroken.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import type { FollowedDispute } from '#lib/contract/disputes/calls.ts'
import { PaymentSteps } from './payment-steps.tsx'

/** The page by which the payer follows the dispute. */
export function FollowPage({ dispute }: { dispute: FollowedDispute }) {
  const t = useTranslations('Dispute')
  const formats = useFormats()
  const { reference, state, receipt, text, messages, steps } = dispute
  return (
    <article className="mx-auto max-w-3xl px-4 pt-8 pb-20 lg:px-6 lg:pt-14">
      <h1 className="text-4xl lg:text-5xl">{t('title')}</h1>
      <p className="figures mt-2 text-lg text-soft">{t('number', { reference })}</p>
      <div className="mt-6 rounded-2xl border border-line bg-surface px-5 py-4">
        <p className="text-lg font-semibold">{t(`states.${state}`)}</p>
        <p className="mt-1 text-soft">
          {dispute.closed_at
            ? t('closed', { day: formats.moment(dispute.closed_at) })
            : t('due', { day: formats.day(dispute.due_at) })}
        </p>
        <p className="mt-1 text-soft">{unbroken(t(`kinds.${dispute.kind}`))}</p>
        {receipt ? (
          <p className="mt-1 text-soft">
            {t('ask.receipt')}: <span className="figures">{receipt}</span>
          </p>
        ) : null}
      </div>
      {text ? (
        <section aria-labelledby="said" className="mt-8">
          <h2 id="said" className="text-2xl">
            {t('said')}
          </h2>
          <blockquote className="mt-3 rounded-2xl bg-sunken px-4 py-3 wrap-anywhere whitespace-pre-wrap">
            {text}
          </blockquote>
        </section>
      ) : null}
      <section aria-labelledby="messages" className="mt-8">
        <h2 id="messages" className="text-2xl">
          {t('messages')}
        </h2>
        {messages.length === 0 ? (
          <p className="mt-2 text-soft">{t('noMessages')}</p>
        ) : (
          <ul className="mt-3 grid gap-3">
            {messages.map(({ at, text }) => (
              <li key={at} className="rounded-2xl bg-sunken px-4 py-3">
                <time dateTime={at} className="figures text-sm text-soft">
                  {formats.moment(at)}
                </time>
                <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
              </li>
            ))}
          </ul>
        )}
      </section>
      {steps.length > 0 ? (
        <section aria-labelledby="steps" className="mt-8">
          <h2 id="steps" className="mb-2 text-2xl">
            {t('stepsTitle')}
          </h2>
          <PaymentSteps steps={steps} words={(step) => t(`steps.${step}`)} />
        </section>
      ) : null}
      <p className="mt-8 text-sm text-soft">{t('keepLink')}</p>
    </article>
  )
}
