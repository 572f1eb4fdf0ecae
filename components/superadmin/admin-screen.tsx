'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { type ComponentType, type LazyExoticComponent, Suspense } from 'react'
import { DownloadsBar } from '#components/desk/downloads-bar.tsx'
import { TabCount } from '#components/desk/tab-count.tsx'
import { TabPanel } from '#components/ui/address-tabs.tsx'
import { Loading } from '#components/ui/loading.tsx'
import { SideTabs } from '#components/ui/side-tabs.tsx'
import { useAddressParam } from '#components/ui/use-address-param.ts'
import { WithAllMessages } from '#components/ui/with-all-messages.tsx'
import { latePart } from '#lib/client/browser/late-parts.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import type { AnswerOf } from '#lib/client/http/api-types.ts'
import { type AdminTabId, adminTabIds } from './admin-tabs.ts'
import { EscalatedSignals } from './escalated-signals.tsx'
import { SearchButton } from './search-button.tsx'

/**
 * The screen of each tab of /superadmin, loaded when it is first opened; inside, the whole catalogue is there. A new tab is
 * a line here, its id in admin-tabs.ts and its word.
 */
const screens: Readonly<Record<AdminTabId, LazyExoticComponent<ComponentType>>> = {
  overview: latePart(() => import('#components/overview/overview-tab.tsx')),
  wallets: latePart(() => import('#components/transfers/wallets-tab.tsx')),
  payments: latePart(() => import('#components/reconciliation/payments-tab.tsx')),
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
