'use client'

import { CheckCheck } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { ListEmpty, ListLoading } from '#components/profiles/list-states.tsx'
import { AddressTabs, TabPanel } from '#components/ui/address-tabs.tsx'
import { Button } from '#components/ui/button.tsx'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { Pager } from '#components/ui/pager.tsx'
import { StaleNote } from '#components/ui/stale-note.tsx'
import { useAddressPage, useAddressParam } from '#components/ui/use-address-param.ts'
import { ChoicesPanel } from './choices-panel.tsx'
import { NotificationItem } from './notification-item.tsx'
import { useMarkRead, useNotifications } from './use-notifications.ts'

const tabs = ['list', 'choices'] as const
const PAGE_SIZE = 20

export function NotificationsScreen() {
  const t = useTranslations('Notifications')
  const tab = useAddressParam('tab', tabs, 'list')
  return (
    <section className="mt-6">
      <AddressTabs
        param="tab"
        label={t('tabs.label')}
        tabs={tabs.map((id) => ({ id, words: t(`tabs.${id}`) }))}
        selected={tab}
      />
      <TabPanel param="tab" selected={tab}>
        {tab === 'list' ? <NotificationList /> : <ChoicesPanel />}
      </TabPanel>
    </section>
  )
}

function NotificationList() {
  const t = useTranslations('Notifications')
  const page = useAddressPage('page')
  const list = useNotifications(page, PAGE_SIZE)
  const { data, isError, isFetching, refetch } = list
  const { send, isPending, error } = useMarkRead()
  if (isError && !data) return <LoadFailed words={t('failed')} onRetry={refetch} retrying={isFetching} />
  if (!data) return <ListLoading words={t('loading')} />
  if (data.results.length === 0) return <ListEmpty title={t('emptyTitle')} detail={t('emptyDetail')} />
  return (
    <>
      <StaleNote of={list} />
      {data.unread > 0 ? (
        <Button onClick={() => void send(undefined)} aria-busy={isPending} className="mb-3">
          <CheckCheck aria-hidden="true" className="size-5" /> {t('readAll')}
        </Button>
      ) : null}
      {error ? (
        <p role="alert" className="mb-3 font-semibold text-alarm">
          {t('readFailed')}
        </p>
      ) : null}
      <ul className="grid grid-cols-1 gap-1 rounded-3xl border border-line bg-surface p-2">
        {data.results.map((one) => (
          <li key={one.id}>
            <NotificationItem
              notification={one}
              onOpen={() => {
                if (!one.is_read) void send([one.id])
              }}
            />
          </li>
        ))}
      </ul>
      <Pager of={t('title')} param="page" page={page} pages={Math.ceil(data.count / PAGE_SIZE)} />
    </>
  )
}
