'use client'

import { useTranslations } from 'next-intl'
import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react'
import { AddressTabs, TabPanel } from '#components/ui/address-tabs.tsx'
import { Loading } from '#components/ui/loading.tsx'
import { useAddressParam } from '#components/ui/use-address-param.ts'
import { WithAllMessages } from '#components/ui/with-all-messages.tsx'

/** In the address as `?tab=`, and the key of its word in the catalogue's Admin.tabs. */
type AdminTabId =
  | 'overview'
  | 'wallets'
  | 'payments'
  | 'users'
  | 'staff'
  | 'assignments'
  | 'months'
  | 'audit'
  | 'settings'
  | 'health'
  | 'backups'

type AdminTab = { id: AdminTabId; Screen: LazyExoticComponent<ComponentType> }

/**
 * The tabs of /superadmin in their order, each loaded when it is first opened; inside, the whole
 * catalogue is there. A new tab is a line here, its id above and its word.
 */
const adminTabs: readonly AdminTab[] = [
  { id: 'overview', Screen: lazy(() => import('#components/overview/overview-tab.tsx')) },
  { id: 'wallets', Screen: lazy(() => import('#components/transfers/wallets-tab.tsx')) },
  { id: 'payments', Screen: lazy(() => import('#components/reconciliation/payments-tab.tsx')) },
  { id: 'users', Screen: lazy(() => import('#components/accounts/users/users-tab.tsx')) },
  { id: 'staff', Screen: lazy(() => import('#components/staff/staff-tab.tsx')) },
  { id: 'assignments', Screen: lazy(() => import('#components/assignments/assignments-tab.tsx')) },
  { id: 'audit', Screen: lazy(() => import('#components/audit/audit-tab.tsx')) },
  { id: 'months', Screen: lazy(() => import('#components/challenges/months/months-tab.tsx')) },
  { id: 'settings', Screen: lazy(() => import('#components/settings/settings-tab.tsx')) },
  { id: 'health', Screen: lazy(() => import('#components/health/health-tab.tsx')) },
  { id: 'backups', Screen: lazy(() => import('#components/backups/backups-tab.tsx')) },
]

const ids = adminTabs.map(({ id }) => id)

/** The super admin's desk: one tab at a time, the one that the address names. */
export function AdminScreen() {
  const t = useTranslations('Admin')
  const selected = useAddressParam('tab', ids, 'overview')
  const Screen = adminTabs.find(({ id }) => id === selected)?.Screen
  return (
    <section className="mt-4 min-w-0">
      <AddressTabs
        param="tab"
        label={t('tabs.label')}
        tabs={ids.map((id) => ({ id, words: t(`tabs.${id}`) }))}
        selected={selected}
      />
      <TabPanel param="tab" selected={selected}>
        <Suspense fallback={<Loading words={t('loading')} bone="h-96" />}>
          <WithAllMessages>{Screen ? <Screen /> : null}</WithAllMessages>
        </Suspense>
      </TabPanel>
    </section>
  )
}
