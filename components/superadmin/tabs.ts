import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** In the address as `?tab=`, and the key of its word in the catalogue's Admin.tabs. */
export type AdminTabId =
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
 * The tabs of /superadmin in their order (spec 2, section 2), each loaded when it is first opened; inside, the whole
 * catalogue is there. A new tab is a line here, its id above and its word.
 */
export const adminTabs: readonly AdminTab[] = [
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
