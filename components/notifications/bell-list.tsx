import { CheckCheck } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { Loading } from '#components/ui/loading.tsx'
import { StaleNote } from '#components/ui/stale-note.tsx'
import { BELL_SIZE } from '#lib/contract/notifications/constants.ts'
import { NotificationItem } from './notification-item.tsx'
import { useMarkRead, useNotifications } from './use-notifications.ts'

export function BellList({ unread, onLeave }: { unread: number; onLeave: () => void }) {
  const t = useTranslations('Notifications')
  const { send, isPending, error } = useMarkRead()
  return (
    <>
      <div className="sticky top-0 low:static z-10 flex flex-wrap items-center justify-between gap-x-2 bg-surface px-5 pt-3 pb-1">
        <h2 className="text-xl">{t('title')}</h2>
        {unread > 0 ? (
          <Button tone="quiet" size="snug" onClick={() => void send(undefined)} aria-busy={isPending}>
            <CheckCheck aria-hidden="true" className="size-5" /> {t('readAll')}
          </Button>
        ) : null}
      </div>
      {error ? (
        <p role="alert" className="px-5 text-sm font-semibold text-alarm">
          {t('readFailed')}
        </p>
      ) : null}
      <Newest onOpen={(id) => void send([id])} onLeave={onLeave} />
      <div className="sticky bottom-0 low:static z-10 flex flex-wrap justify-between gap-x-4 border-t border-line bg-surface px-5 py-1">
        <Link
          href="/notifications"
          onClick={onLeave}
          className="tap inline-flex items-center font-semibold underline underline-offset-4"
        >
          {t('all')}
        </Link>
        <Link
          href="/notifications?tab=choices"
          onClick={onLeave}
          className="tap inline-flex items-center font-semibold underline underline-offset-4"
        >
          {t('toChoices')}
        </Link>
      </div>
    </>
  )
}

function Newest({ onOpen, onLeave }: { onOpen: (id: string) => void; onLeave: () => void }) {
  const t = useTranslations('Notifications')
  const list = useNotifications(1, BELL_SIZE)
  const { data, isError, isFetching, refetch } = list
  if (isError && !data)
    return (
      <div className="p-3">
        <LoadFailed words={t('failed')} onRetry={refetch} retrying={isFetching} />
      </div>
    )
  if (!data) return <Loading words={t('loading')} skeleton="h-40 rounded-2xl" className="p-3" />
  return (
    <>
      <StaleNote of={list} className="px-5" />
      {data.results.length === 0 ? (
        <div className="px-3 py-8 text-center">
          <p className="font-semibold">{t('emptyTitle')}</p>
          <p className="mt-1 text-soft">{t('emptyDetail')}</p>
        </div>
      ) : (
        <ul className="grid grid-cols-1 gap-1 px-2 pb-2">
          {data.results.map((one) => (
            <li key={one.id}>
              <NotificationItem
                notification={one}
                isShort
                onOpen={() => {
                  if (!one.is_read) onOpen(one.id)
                  onLeave()
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
