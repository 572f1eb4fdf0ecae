import { useQuery } from '@tanstack/react-query'
import type { DeskTabId } from '#components/review/tab-of.ts'
import { COUNT_MS, useDeskStats } from '#components/review/use-desk-stats.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import type { AnswerOf } from '#lib/client/http/api-types.ts'
import type { DeskEntry } from './desk-entries.ts'

type Stats = AnswerOf<'GET /users/compliance/stats/'>

/** The stats field of each tab's count. */
const figureOf = {
  kyc: 'pending',
  tracks: 'tracks_pending',
  videos: 'videos_pending',
  signals: 'signals_open',
  comments: 'comments_reported',
} as const satisfies Record<DeskTabId, keyof Stats>

/** Returns a tab's count, 0 if unknown. Only super admins get the counts of /superadmin. */
export function useRailCounts(isSuperAdmin: boolean): (entry: DeskEntry) => number {
  const stats = useDeskStats()
  const waiting = useQuery({
    ...apiQuery('GET /admin/waiting/'),
    enabled: isSuperAdmin,
    refetchInterval: COUNT_MS,
  })
  const known = stats.isError ? undefined : stats.data
  return (entry) => {
    // The tab opens with these for super admins.
    if (entry.id === 'signals' && isSuperAdmin) return waiting.data?.signals ?? 0
    if (entry.page === 'officer') return known?.[figureOf[entry.id]] ?? 0
    return Object.entries(waiting.data ?? {}).find(([part]) => part === entry.id)?.[1] ?? 0
  }
}
