import { useQuery } from '@tanstack/react-query'
import { DatabaseBackup } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { BusyButton } from '#components/desk/busy-button.tsx'
import { StatCard } from '#components/desk/stat-card.tsx'
import { TabHead } from '#components/desk/tab-head.tsx'
import { TabState } from '#components/desk/tab-state.tsx'
import { useFileSize } from '#components/ui/use-file-size.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { api } from '#lib/client/http/api.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import type { BackupList } from '#lib/contract/backups/calls.ts'
import { BackupCard } from './backup-card.tsx'

export default function BackupsTab() {
  const t = useTranslations('Backups')
  const { query, isMaking, order } = useBackups()
  const usual = query.data?.results.find(({ make_seconds }) => make_seconds !== null)?.make_seconds ?? null
  return (
    <>
      <TabHead title={t('title')} note={t('note')}>
        <BusyButton
          tone="loud"
          isBusy={order.isPending || isMaking}
          icon={<DatabaseBackup aria-hidden="true" className="size-4" />}
          onClick={() => void order.send()}
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
                    <BackupCard backup={backup} usual={usual} onAsked={query.refetch} />
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
  const fileSize = useFileSize()
  const newest = list.results.find(({ status }) => status !== 'making' && status !== 'failed')
  return (
    <div className="mt-3 grid grid-cols-1 gap-3 sm:grid-cols-3">
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
        value={<span className="text-xl">{newest?.size ? fileSize(newest.size) : t('nothing')}</span>}
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

/** Poll interval while a backup runs. */
const FOLLOW_MS = 1_500
const LOOK_MS = 60_000

function useBackups() {
  const t = useTranslations('Backups')
  const query = useQuery({
    ...apiQuery('GET /admin/backups/'),
    refetchInterval: ({ state }) =>
      state.data?.results.some(
        ({ status }) => status === 'making' || status === 'made' || status === 'verifying',
      )
        ? FOLLOW_MS
        : LOOK_MS,
  })
  const order = useSend({
    mutationFn: () => api('POST /admin/backups/'),
    onSuccess: () => showToast({ title: t('ordered'), tone: 'good' }),
    onError: ({ message }) => showToast({ title: t('orderFailed'), description: message, tone: 'bad' }),
    onSettled: () => query.refetch(),
  })
  const isMaking = query.data?.results.some(({ status }) => status === 'making') ?? false
  return { query, isMaking, order }
}
