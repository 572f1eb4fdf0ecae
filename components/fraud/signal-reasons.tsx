'use client'

import { useTranslations } from 'next-intl'
import type { SignalReason } from '#lib/contract/fraud/calls.ts'

/** Why it was scored, in plain words, each with its points. */
export function SignalReasons({ reasons }: { reasons: readonly SignalReason[] }) {
  const t = useTranslations('Signals')
  return (
    <section className="mb-5">
      <h3 className="mb-1 text-base">{t('reasonsTitle')}</h3>
      <ul className="grid gap-2">
        {reasons.map((reason) => (
          <li key={reason.kind} className="flex items-baseline gap-3 rounded-2xl bg-sunken px-4 py-2.5">
            <span className="min-w-0 flex-1">
              {reason.link ? t(`links.${reason.link}`) : t(`reasons.${reason.kind}`, { value: reason.value })}
            </span>
            <span className="figures shrink-0 font-semibold">{t('points', { points: reason.points })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
