import {
  type CheckName,
  type CheckStatus,
  type GivenHealthMetrics,
  type PublicPart,
  type PublicStatus,
  publicParts,
} from '#lib/contract/health/calls.ts'
import { now } from '#lib/core/clock.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { readHealth } from './queries.ts'

/**
 * The checks of each part. A check whose warnings concern only staff, such as an old backup, belongs to no
 * part.
 */
const checksOfPart: Readonly<Record<PublicPart, readonly CheckName[]>> = {
  site: ['postgres', 'redis', 'object_store'],
  voting: ['worker', 'mpesa_token', 'mpesa_circuit', 'outbox'],
  live: ['realtime'],
  payouts: ['payouts'],
  mail: ['mail'],
  books: ['ledger_laws'],
}

const severity: readonly CheckStatus[] = ['ok', 'warning', 'failed']

/** Presents the status without details, which are for staff. Pure. */
export function presentStatus({
  status,
  checked_at,
  checks,
}: Pick<GivenHealthMetrics, 'status' | 'checked_at' | 'checks'>): PublicStatus {
  const worstOf = (names: readonly CheckName[]) =>
    checks
      .filter(({ name }) => names.includes(name))
      .map((check) => check.status)
      .reduce<CheckStatus>(
        (worst, one) => (severity.indexOf(one) > severity.indexOf(worst) ? one : worst),
        'ok',
      )
  const parts = publicParts.map((name) => ({ name, status: worstOf(checksOfPart[name]) }))
  const isWell = parts.every((part) => part.status === 'ok')
  return { status: status === 'down' ? 'down' : isWell ? 'healthy' : 'degraded', checked_at, parts }
}

const FRESH_MS = 10_000

const kept = processSingleton('public-status', () => ({
  at: Number.NEGATIVE_INFINITY,
  answer: null as Promise<PublicStatus> | null,
}))

/** Returns the public status, cached for ten seconds. If the checks cannot be read, all parts have failed. */
export function readPublicStatus(): Promise<PublicStatus> {
  const state = kept.get()
  if (!state.answer || performance.now() - state.at > FRESH_MS) {
    state.at = performance.now()
    state.answer = readHealth().then(presentStatus, () => ({
      status: 'down' as const,
      checked_at: now().toISOString(),
      parts: publicParts.map((name) => ({ name, status: 'failed' as const })),
    }))
  }
  return state.answer
}
