import type { HealthMetrics } from '#lib/contract/health/calls.ts'
import type { SystemOverview } from '#lib/contract/overview/calls.ts'

/** Journals that only move money between the product's own wallets. */
export const internalTypes = ['prize_funding', 'transfer'] as const

type Counted = { requests: number; failures: number }

/** Returns the failed requests in percent with two decimals; 0 where there were no requests. */
export function errorRate({ requests, failures }: Counted): number {
  return requests === 0 ? 0 : Math.round((failures / requests) * 10_000) / 100
}

/** Percent of failed requests in the last 15 minutes above which the system is degraded. */
const TOO_MANY = 5
/** Below so many requests the percentage is not judged. */
const ENOUGH = 20

/** Returns the health page's status, but `degraded` while more than 5% of the requests of the last 15 minutes fail. */
export function judgeStatus(
  health: HealthMetrics['status'],
  recent: Counted,
): SystemOverview['system_status'] {
  const isFailing = recent.requests >= ENOUGH && errorRate(recent) > TOO_MANY
  return health === 'healthy' && isFailing ? 'degraded' : health
}
