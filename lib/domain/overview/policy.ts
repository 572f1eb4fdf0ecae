import type { HealthMetrics } from '#lib/contract/health/calls.ts'
import type { SystemOverview } from '#lib/contract/overview/calls.ts'

/** Journals that only move money between wallets of our own: nobody paid, nobody was paid. */
export const internalTypes = ['prize_funding', 'transfer'] as const

type Counted = { requests: number; failures: number }

/** Percent with two decimals; 0 where nothing was asked. */
export function errorRate({ requests, failures }: Counted): number {
  return requests === 0 ? 0 : Math.round((failures / requests) * 10_000) / 100
}

/** Percent of failures in the last quarter of an hour that is no accident any more. */
const TOO_MANY = 5
/** Below so many requests a single failure says nothing. */
const ENOUGH = 20

/** The health page's word, or `degraded` while more than 5% of the last quarter of an hour's requests fail. */
export function judgeStatus(
  health: HealthMetrics['status'],
  recent: Counted,
): SystemOverview['system_status'] {
  const isFailing = recent.requests >= ENOUGH && errorRate(recent) > TOO_MANY
  return health === 'healthy' && isFailing ? 'degraded' : health
}
