import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { cn } from '#components/ui/cn.ts'
import type { CheckStatus, HealthCheck } from '#lib/contract/health/calls.ts'

const looks: Record<CheckStatus, { Icon: typeof CircleCheck; style: string; frame: string }> = {
  ok: { Icon: CircleCheck, style: 'text-leaf', frame: 'border-line' },
  warning: { Icon: TriangleAlert, style: 'text-ink', frame: 'border-edge' },
  failed: { Icon: CircleAlert, style: 'text-alarm', frame: 'border-alarm' },
}

export function CheckList({ checks }: { checks: readonly HealthCheck[] }) {
  const t = useTranslations('Health')
  const order: readonly CheckStatus[] = ['failed', 'warning', 'ok']
  const sorted = [...checks].sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status))
  return (
    <section aria-labelledby="checks-title">
      <h3 id="checks-title" className="text-lg font-semibold">
        {t('checks')}
      </h3>
      <ul className="mt-3 grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {sorted.map((check) => (
          <li key={check.name} className="min-w-0">
            <Check check={check} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Check({ check }: { check: HealthCheck }) {
  const t = useTranslations('Health')
  const { Icon, style, frame } = looks[check.status]
  return (
    <article className={cn('h-full rounded-2xl border bg-surface p-4', frame)}>
      <div className="flex items-start gap-2">
        <Icon aria-hidden="true" className={cn('mt-0.5 size-5 shrink-0', style)} />
        <h4 className="min-w-0 flex-1 font-semibold">{t(`names.${check.name}`)}</h4>
        <span className={cn('text-sm font-semibold', style)}>{t(`statuses.${check.status}`)}</span>
      </div>
      <p className="figures mt-1 text-sm wrap-anywhere text-soft">
        {[check.detail, check.latency_ms === null ? '' : t('latency', { value: check.latency_ms })]
          .filter(Boolean)
          .join(' ')}
      </p>
      {check.status === 'ok' ? null : <p className="mt-2 text-sm">{t(`meanings.${check.name}`)}</p>}
    </article>
  )
}
