'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { type ComponentType, type LazyExoticComponent, Suspense } from 'react'
import { DeskLink } from '#components/desk/desk-link.tsx'
import { DownloadsBar } from '#components/desk/downloads-bar.tsx'
import { TabPanel } from '#components/ui/address-tabs.tsx'
import { Loading } from '#components/ui/loading.tsx'
import { SideTabs } from '#components/ui/side-tabs.tsx'
import { useAddressParam } from '#components/ui/use-address-param.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { WithAllMessages } from '#components/ui/with-all-messages.tsx'
import { latePart } from '#lib/client/browser/late-parts.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import type { AnswerOf } from '#lib/client/http/api-types.ts'
import { type AdminTabId, adminTabIds } from './admin-tabs.ts'
import { SearchButton } from './search-button.tsx'

/**
 * The screen of each tab of /superadmin, loaded when it is first opened; inside, the whole catalogue is there. A new tab is
 * a line here, its id in admin-tabs.ts and its word.
 */
const screens: Readonly<Record<AdminTabId, LazyExoticComponent<ComponentType>>> = {
  overview: latePart(() => import('#components/overview/overview-tab.tsx')),
  wallets: latePart(() => import('#components/transfers/wallets-tab.tsx')),
  books: latePart(() => import('#components/cash/books-tab.tsx')),
  payments: latePart(() => import('#components/reconciliation/payments-tab.tsx')),
  'money-out': latePart(() => import('#components/money-out/money-out-tab.tsx')),
  accounting: latePart(() => import('#components/accounting/accounting-tab.tsx')),
  users: latePart(() => import('#components/accounts/users/users-tab.tsx')),
  staff: latePart(() => import('#components/staff/staff-tab.tsx')),
  assignments: latePart(() => import('#components/assignments/assignments-tab.tsx')),
  audit: latePart(() => import('#components/audit/audit-tab.tsx')),
  months: latePart(() => import('#components/challenges/months/months-tab.tsx')),
  settings: latePart(() => import('#components/settings/settings-tab.tsx')),
  health: latePart(() => import('#components/health/health-tab.tsx')),
  backups: latePart(() => import('#components/backups/backups-tab.tsx')),
}

/** What waits is counted anew while the desk is seen. */
const COUNT_MS = 30_000

/** The super admin's desk: a search over everything, and one tab at a time, the one that the address names. */
export function AdminScreen() {
  const t = useTranslations('Admin')
  const selected = useAddressParam('tab', adminTabIds, 'overview')
  const { data: waiting } = useQuery({ ...apiQuery('GET /admin/waiting/'), refetchInterval: COUNT_MS })
  const Screen = screens[selected]
  return (
    <section className="mt-4 min-w-0">
      <SearchButton />
      <EscalatedSignals count={waiting?.signals ?? 0} />
      <div className="lg:grid lg:grid-cols-[12.5rem_minmax(0,1fr)] lg:gap-6">
        <SideTabs
          param="tab"
          label={t('tabs.label')}
          tabs={adminTabIds.map((id) => ({
            id,
            words: <TabCount words={t(`tabs.${id}`)} count={countOf(waiting, id)} />,
          }))}
          selected={selected}
        />
        <TabPanel param="tab" selected={selected}>
          <Suspense fallback={<Loading words={t('loading')} bone="h-96" />}>
            <WithAllMessages>
              <Screen />
            </WithAllMessages>
          </Suspense>
        </TabPanel>
      </div>
      <DownloadsBar />
    </section>
  )
}

function countOf(waiting: AnswerOf<'GET /admin/waiting/'> | undefined, tab: AdminTabId): number | undefined {
  return waiting && Object.entries(waiting).find(([of]) => of === tab)?.[1]
}

/** A tab's word, and how much waits there; nothing beside it where nothing does. */
function TabCount({ words, count }: { words: string; count: number | undefined }) {
  const t = useTranslations('Admin.tabs')
  const formats = useFormats()
  if (!count) return <span>{words}</span>
  return (
    <>
      <span>{words}</span>
      <span className="figures -me-1 grid h-6 min-w-6 place-items-center rounded-full bg-marigold px-1.5 text-sm text-on-marigold">
        <span aria-hidden="true">{count > 99 ? '99+' : formats.count(count)}</span>
        <span className="sr-only">{t('waiting', { count })}</span>
      </span>
    </>
  )
}

/** The way to what officers have put before the super admins: the signals are at the officers' desk. */
export function EscalatedSignals({ count }: { count: number }) {
  const t = useTranslations('Admin')
  if (count === 0) return null
  return (
    <p className="mb-3">
      <DeskLink
        href="/officer?tab=signals&status=escalated"
        className="inline-flex items-center rounded-2xl bg-alarm-wash px-4 py-2 font-semibold text-alarm underline underline-offset-4"
      >
        {t('signals', { count })}
      </DeskLink>
    </p>
  )
}
