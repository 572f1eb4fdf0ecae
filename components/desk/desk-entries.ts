import {
  Activity,
  Archive,
  ArrowUpRight,
  BadgeCheck,
  Banknote,
  BookOpenText,
  CalendarDays,
  Clapperboard,
  Landmark,
  LayoutDashboard,
  type LucideIcon,
  MessageCircleQuestion,
  MessageSquareWarning,
  Music,
  ScrollText,
  ShieldAlert,
  Shuffle,
  SlidersHorizontal,
  UserCog,
  Users,
  Wallet,
} from 'lucide-react'
import type { ComponentType, LazyExoticComponent } from 'react'
import { lazyPart } from '#lib/client/browser/lazy-parts.ts'

export const deskGroups = ['today', 'money', 'people', 'contest', 'system'] as const

type Entry = {
  page: 'superadmin' | 'officer'
  /** Value of `?tab=`, and key of the tab's name in Admin.tabs or Officer.tabs. */
  id: string
  group: (typeof deskGroups)[number]
  /** The key after G that opens the tab. */
  key: string
  Icon: LucideIcon
  Screen: LazyExoticComponent<ComponentType>
  /** Screen of decided cases; tabs without it have a status filter. */
  Decided?: LazyExoticComponent<ComponentType>
}

/**
 * Tabs of both desks, in the rail's order. Without `?tab=` a page opens its first tab. A new tab needs a line
 * here and a name in the catalogue; on /officer also its id in components/review/tab-of.ts.
 */
// biome-ignore format: one line for each tab
export const deskEntries = [
  { page: 'superadmin', id: 'overview', group: 'today', key: 'o', Icon: LayoutDashboard, Screen: lazyPart(() => import('#components/overview/overview-tab.tsx')) },
  { page: 'superadmin', id: 'payments', group: 'money', key: 'p', Icon: Banknote, Screen: lazyPart(() => import('#components/reconciliation/payments-tab.tsx')) },
  { page: 'superadmin', id: 'wallets', group: 'money', key: 'w', Icon: Wallet, Screen: lazyPart(() => import('#components/transfers/wallets-tab.tsx')) },
  { page: 'superadmin', id: 'disputes', group: 'money', key: 'd', Icon: MessageCircleQuestion, Screen: lazyPart(() => import('#components/disputes/disputes-tab.tsx')) },
  { page: 'superadmin', id: 'money-out', group: 'money', key: 'x', Icon: ArrowUpRight, Screen: lazyPart(() => import('#components/money-out/money-out-tab.tsx')) },
  { page: 'superadmin', id: 'books', group: 'money', key: 'n', Icon: Landmark, Screen: lazyPart(() => import('#components/cash/books-tab.tsx')) },
  { page: 'superadmin', id: 'accounting', group: 'money', key: 'r', Icon: BookOpenText, Screen: lazyPart(() => import('#components/accounting/accounting-tab.tsx')) },
  { page: 'superadmin', id: 'users', group: 'people', key: 'u', Icon: Users, Screen: lazyPart(() => import('#components/accounts/users/users-tab.tsx')) },
  { page: 'officer', id: 'kyc', group: 'people', key: 'i', Icon: BadgeCheck, Screen: lazyPart(() => import('#components/kyc/review/kyc-tab.tsx')), Decided: lazyPart(() => import('#components/kyc/review/decided-kyc.tsx')) },
  { page: 'superadmin', id: 'staff', group: 'people', key: 's', Icon: UserCog, Screen: lazyPart(() => import('#components/staff/staff-tab.tsx')) },
  { page: 'superadmin', id: 'months', group: 'contest', key: 'c', Icon: CalendarDays, Screen: lazyPart(() => import('#components/challenges/months/months-tab.tsx')) },
  { page: 'superadmin', id: 'assignments', group: 'contest', key: 'a', Icon: Shuffle, Screen: lazyPart(() => import('#components/assignments/assignments-tab.tsx')) },
  { page: 'officer', id: 'tracks', group: 'contest', key: 't', Icon: Music, Screen: lazyPart(() => import('#components/tracks/review/tracks-tab.tsx')), Decided: lazyPart(() => import('#components/tracks/review/decided-tracks.tsx')) },
  { page: 'officer', id: 'videos', group: 'contest', key: 'v', Icon: Clapperboard, Screen: lazyPart(() => import('#components/videos/review/videos-tab.tsx')), Decided: lazyPart(() => import('#components/videos/review/decided-videos.tsx')) },
  { page: 'officer', id: 'signals', group: 'contest', key: 'f', Icon: ShieldAlert, Screen: lazyPart(() => import('#components/fraud/signals-tab.tsx')) },
  { page: 'officer', id: 'comments', group: 'contest', key: 'm', Icon: MessageSquareWarning, Screen: lazyPart(() => import('#components/comments/review/comments-tab.tsx')) },
  { page: 'superadmin', id: 'settings', group: 'system', key: 'e', Icon: SlidersHorizontal, Screen: lazyPart(() => import('#components/settings/settings-tab.tsx')) },
  { page: 'superadmin', id: 'audit', group: 'system', key: 'l', Icon: ScrollText, Screen: lazyPart(() => import('#components/audit/audit-tab.tsx')) },
  { page: 'superadmin', id: 'health', group: 'system', key: 'h', Icon: Activity, Screen: lazyPart(() => import('#components/health/health-tab.tsx')) },
  { page: 'superadmin', id: 'backups', group: 'system', key: 'b', Icon: Archive, Screen: lazyPart(() => import('#components/backups/backups-tab.tsx')) },
] as const satisfies readonly Entry[]

export type DeskEntry = (typeof deskEntries)[number]
export type DeskPage = DeskEntry['page']

export function entriesOf<Page extends DeskPage>(page: Page) {
  return deskEntries.filter((entry): entry is Extract<DeskEntry, { page: Page }> => entry.page === page)
}

export function pathOf({ page, id }: DeskEntry): string {
  return `/${page}${entriesOf(page)[0]?.id === id ? '' : `?tab=${id}`}`
}
