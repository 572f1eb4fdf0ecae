'use client'

import { useTranslations } from 'next-intl'
import { StatCard } from '#components/desk/stat-card.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import type { HealthMetrics } from '#lib/contract/health/calls.ts'

/** Payments under way, those for people, and how soon a callback counts. */
export function PaymentFigures({ payments }: { payments: HealthMetrics['payments'] }) {
  const t = useTranslations('Health.payments')
  const formats = useFormats()
  const p95 = payments.callback_p95_s
  return (
    <section aria-labelledby="payments-title">
      <h3 id="payments-title" className="text-lg font-semibold">
        {t('title')}
      </h3>
      <div className="mt-3 grid grid-cols-1 gap-3 sm:grid-cols-3">
        <StatCard label={t('pending')} value={formats.count(payments.pending)} />
        <StatCard label={t('unresolved')} value={formats.count(payments.unresolved)} href="?tab=payments" />
        <StatCard
          label={t('callback')}
          value={p95 === null ? '–' : t('seconds', { value: p95 })}
          detail={t('p95')}
        />
      </div>
    </section>
  )
}
