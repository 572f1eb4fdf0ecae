'use client'

import { DatabaseBackup } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { BusyButton } from '#components/desk/busy-button.tsx'
import { StatCard } from '#components/desk/stat-card.tsx'
import { TabHead } from '#components/desk/tab-head.tsx'
import { TabState } from '#components/desk/tab-state.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import type { BackupList } from '#lib/contract/backups/calls.ts'
import { BackupCard } from './backup-card.tsx'
import { useBackups } from './use-backups.ts'

/** The copies of the database, and whether one of them was restored and found whole. */
export default function BackupsTab() {
  const t = useTranslations('Backups')
  const { query, isOrdering, isMaking, order, verify, asked } = useBackups()
  return (
    <>
      <TabHead title={t('title')} note={t('note')}>
        <BusyButton
          tone="loud"
          isBusy={isOrdering || isMaking}
          icon={<DatabaseBackup aria-hidden="true" className="size-4" />}
          onClick={order}
        >
          {isMaking ? t('making') : t('makeNow')}
        </BusyButton>
      </TabHead>
      <TabState query={query} failed={t('failed')}>
        {(list) => (
          <>
            <Numbers list={list} />
            {list.results.length === 0 ? (
              <p className="mt-6 rounded-2xl border border-line bg-surface px-4 py-14 text-center">
                {t('none')}
              </p>
            ) : (
              <ul aria-label={t('list')} className="mt-6 grid grid-cols-1 gap-3">
                {list.results.map((backup) => (
                  <li key={backup.id}>
                    <BackupCard
                      backup={backup}
                      onVerify={() => verify(backup.id)}
                      isAsked={asked.has(backup.id)}
                    />
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </TabState>
    </>
  )
}

function Numbers({ list }: { list: BackupList }) {
  const t = useTranslations('Backups')
  const formats = useFormats()
  const newest = list.results.find(({ status }) => status !== 'making' && status !== 'failed')
  return (
    <div className="mt-5 grid grid-cols-1 gap-3 sm:grid-cols-3">
      <StatCard
        label={t('lastProven')}
        value={
          <span className="text-xl">
            {list.last_proven_at ? formats.moment(list.last_proven_at) : t('never')}
          </span>
        }
      />
      <StatCard
        label={t('newest')}
        value={<span className="text-xl">{newest?.size ? formats.fileSize(newest.size) : t('nothing')}</span>}
        detail={newest?.rows ? t('rows', { count: newest.rows }) : undefined}
      />
      <StatCard
        label={t('kept')}
        value={<span className="text-xl">{t('days', { count: list.days_kept })}</span>}
        href="?tab=settings"
      />
    </div>
  )
}
