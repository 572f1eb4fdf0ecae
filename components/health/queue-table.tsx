'use client'

import { useTranslations } from 'next-intl'
import { type StaffColumn, StaffTable } from '#components/desk/staff-table.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import type { HealthMetrics } from '#lib/contract/health/calls.ts'

type Queue = HealthMetrics['queues'][number]

/** What waits for the worker, by queue. */
export function QueueTable({ queues }: { queues: readonly Queue[] }) {
  const t = useTranslations('Health.queues')
  const formats = useFormats()
  const count = (id: 'waiting' | 'active' | 'failed', deskOnly = false): StaffColumn<Queue> => ({
    id,
    head: t(id),
    align: 'end',
    deskOnly,
    width: 'w-22 md:w-28',
    cell: (queue) => <span className="figures">{formats.count(queue[id])}</span>,
  })
  const columns: StaffColumn<Queue>[] = [
    { id: 'name', head: t('name'), cell: ({ name }) => <span className="font-semibold">{name}</span> },
    count('waiting'),
    count('active', true),
    count('failed'),
    {
      id: 'oldest',
      head: t('oldest'),
      align: 'end',
      deskOnly: true,
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
        <div className="mt-3 overflow-hidden rounded-2xl border border-line bg-surface">
          <StaffTable caption={t('title')} columns={columns} rows={queues} rowKey={({ name }) => name} />
        </div>
      )}
    </section>
  )
}
