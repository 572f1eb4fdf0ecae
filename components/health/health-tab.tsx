'use client'

import { CircleAlert, CircleCheck, RotateCw, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { BusyButton } from '#components/desk/busy-button.tsx'
import { TabHead } from '#components/desk/tab-head.tsx'
import { TabState } from '#components/desk/tab-state.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import type { HealthMetrics } from '#lib/contract/health/calls.ts'
import { CheckList } from './check-list.tsx'
import { DeadLetterList } from './dead-letter-list.tsx'
import { PaymentFigures } from './payment-figures.tsx'
import { QueueTable } from './queue-table.tsx'
import { useHealth } from './use-health.ts'

/** How every part does, in plain words, renewed by itself. */
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
          <div className="mt-5 grid grid-cols-1 gap-8">
            <Verdict health={health} isStale={query.isError} />
            <CheckList checks={health.checks} />
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
    <div className={`flex flex-wrap items-center gap-x-4 gap-y-1 rounded-2xl px-4 py-4 ${style}`}>
      <p role="status" className="flex items-center gap-2 text-lg font-semibold">
        <Icon aria-hidden="true" className={`size-6 shrink-0 ${icon}`} /> {t(`verdicts.${health.status}`)}
      </p>
      <p className="figures ms-auto text-sm">
        {t(isStale ? 'stale' : 'asOf', { time: formats.moment(health.checked_at) })}
      </p>
    </div>
  )
}
