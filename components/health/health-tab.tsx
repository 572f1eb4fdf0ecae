import { CircleAlert, CircleCheck, RotateCw, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { BusyButton } from '#components/desk/busy-button.tsx'
import { type StaffColumn, StaffTable } from '#components/desk/staff-table.tsx'
import { StatCard } from '#components/desk/stat-card.tsx'
import { TabHead } from '#components/desk/tab-head.tsx'
import { TabState } from '#components/desk/tab-state.tsx'
import { cn } from '#components/ui/cn.ts'
import { unbroken } from '#components/ui/unbroken.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import type { HealthMetrics } from '#lib/contract/health/calls.ts'
import { AlertPanel } from './alert-panel.tsx'
import { CheckList } from './check-list.tsx'
import { DeadLetterList } from './dead-letter-list.tsx'
import { useHealth } from './use-health.ts'

export default function HealthTab() {
  const t = useTranslations('Health')
  const query = useHealth()
  return (
    <>
      <TabHead title={t('title')} note={t('note')}>
        <BusyButton
          isBusy={query.isFetching}
          icon={<RotateCw aria-hidden="true" className="size-4" />}
          onClick={() => void query.refetch()}
        >
          {t('refresh')}
        </BusyButton>
      </TabHead>
      <TabState query={query} failed={t('failed')}>
        {(health) => (
          <div className="mt-3 grid grid-cols-1 gap-8">
            <Verdict health={health} isStale={query.isError} />
            <CheckList checks={health.checks} />
            <AlertPanel />
            <PaymentFigures payments={health.payments} />
            <QueueTable queues={health.queues} />
            <DeadLetterList />
          </div>
        )}
      </TabState>
    </>
  )
}

const looks = {
  healthy: { Icon: CircleCheck, style: 'bg-sunken', icon: 'text-leaf' },
  degraded: { Icon: TriangleAlert, style: 'bg-marigold text-on-marigold', icon: '' },
  down: { Icon: CircleAlert, style: 'bg-alarm-wash text-alarm', icon: '' },
}

function Verdict({ health, isStale }: { health: HealthMetrics; isStale: boolean }) {
  const t = useTranslations('Health')
  const formats = useFormats()
  const { Icon, style, icon } = looks[health.status]
  return (
    <div className={cn('flex flex-wrap items-center gap-x-4 gap-y-1 rounded-2xl px-4 py-4', style)}>
      <p role="status" className="flex items-center gap-2 text-lg font-semibold">
        <Icon aria-hidden="true" className={cn('size-6 shrink-0', icon)} /> {t(`verdicts.${health.status}`)}
      </p>
      <p className="figures ms-auto text-sm">
        {t(isStale ? 'stale' : 'asOf', { time: formats.moment(health.checked_at) })}
      </p>
    </div>
  )
}

function PaymentFigures({ payments }: { payments: HealthMetrics['payments'] }) {
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

type Queue = HealthMetrics['queues'][number]

function QueueTable({ queues }: { queues: readonly Queue[] }) {
  const t = useTranslations('Health.queues')
  const formats = useFormats()
  const count = (id: 'waiting' | 'active' | 'failed', notOnPhone = false): StaffColumn<Queue> => ({
    id,
    head: t(id),
    align: 'end',
    notOnPhone,
    width: 'w-22 md:w-28',
    cell: (queue) => <span className="figures">{formats.count(queue[id])}</span>,
  })
  const columns: StaffColumn<Queue>[] = [
    {
      id: 'name',
      head: t('name'),
      cell: ({ name }) => (
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold">{unbroken(t(`names.${name}`))}</span>
          {/* The queue's name as in logs and on the worker's page. */}
          <code className="text-sm text-soft">{name}</code>
        </span>
      ),
    },
    count('waiting'),
    count('active', true),
    count('failed'),
    {
      id: 'oldest',
      head: t('oldest'),
      align: 'end',
      notOnPhone: true,
      width: 'w-36',
      cell: ({ oldest_age_s }) => (
        <span className="figures">{oldest_age_s === null ? '–' : t('seconds', { value: oldest_age_s })}</span>
      ),
    },
  ]
  return (
    <section aria-labelledby="queues-title">
      <h3 id="queues-title" className="text-lg font-semibold">
        {t('title')}
      </h3>
      {queues.length === 0 ? (
        <p className="mt-3 rounded-2xl bg-alarm-wash px-4 py-4 text-alarm">{t('unread')}</p>
      ) : (
        <div className="mt-3 overflow-clip rounded-xl border border-line bg-surface">
          <StaffTable caption={t('title')} columns={columns} rows={queues} rowKey={({ name }) => name} />
        </div>
      )}
    </section>
  )
}
