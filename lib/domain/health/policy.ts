import type { CheckName, CheckStatus, GivenHealthMetrics, HealthCheck } from '#lib/contract/health/calls.ts'
import type { ProcessClock } from '#lib/core/heartbeat.ts'
import { type Sentence, say, sayAll, storedSentence } from '#lib/core/sentence.ts'
import type { PaybillAddresses } from '#lib/domain/mpesa/registered.ts'

/** If one of these fails, the product is down. */
const vital: readonly CheckName[] = ['postgres', 'redis', 'worker']

export function judgeHealth(
  checks: readonly Pick<HealthCheck, 'name' | 'status'>[],
): GivenHealthMetrics['status'] {
  if (checks.some(({ name, status }) => status === 'failed' && vital.includes(name))) return 'down'
  return checks.every(({ status }) => status === 'ok') ? 'healthy' : 'degraded'
}

/** Greatest difference between a machine's clock and PostgreSQL's. */
const CLOCK_TOLERANCE_SECONDS = 5

export function judgeClocks(clocks: readonly ProcessClock[]): { status: CheckStatus; detail: Sentence } {
  const wrong = clocks.flatMap(({ process, aheadMs }) => {
    const seconds = Math.abs(aheadMs) / 1000
    if (seconds <= CLOCK_TOLERANCE_SECONDS) return []
    const gap = spanOf(seconds)
    return aheadMs < 0
      ? say('clock.behind', { machine: process, what: gap })
      : say('clock.ahead', { machine: process, what: gap })
  })
  if (wrong.length === 0) return { status: 'ok', detail: say('clock.agree') }
  return { status: 'warning', detail: sayAll([...new Map(wrong.map((one) => [one.coded, one])).values()]) }
}

export type StoredCheck = { checkedAt: Date; isGood: boolean; tookMs: number; findings: readonly string[] }

/** @param maxAge seconds after which a result is too old */
export function judgeStoredCheck(
  check: StoredCheck | undefined,
  at: Date,
  maxAge: number,
): { status: CheckStatus; detail: Sentence } {
  if (!check) return { status: 'warning', detail: say('check.never') }
  if (!check.isGood) return { status: 'failed', detail: sayAll(check.findings.map(storedSentence)) }
  const seconds = (at.getTime() - check.checkedAt.getTime()) / 1000
  if (seconds > maxAge) return { status: 'warning', detail: say('check.late', { what: spanOf(seconds) }) }
  return { status: 'ok', detail: say('check.done', { what: spanOf(seconds) }) }
}

/** The problem of a new product until its first backup is verified. */
export const NEVER_PROVEN = say('backup.never_proven')

/** Backups are nightly, so one is missing if none was verified for a day and a half. */
export function judgeBackup(
  provenAt: Date | null,
  isDamaged: boolean,
  at: Date,
): { status: CheckStatus; detail: Sentence } {
  if (isDamaged) return { status: 'failed', detail: say('backup.bad') }
  if (!provenAt) return { status: 'warning', detail: NEVER_PROVEN }
  const seconds = (at.getTime() - provenAt.getTime()) / 1000
  return {
    status: seconds > 36 * 3_600 ? 'warning' : 'ok',
    detail: say('backup.proven', { what: spanOf(seconds) }),
  }
}

/**
 * Checks whether M-Pesa calls today's Paybill addresses.
 * @param known M-Pesa's addresses as far as known; null before registration
 * @param former marks of replaced secrets whose addresses still work
 */
export function judgePaybill(
  known: PaybillAddresses | null,
  today: PaybillAddresses,
  former: readonly string[],
): { status: CheckStatus; detail: Sentence } {
  if (known?.shortcode !== today.shortcode)
    return { status: 'warning', detail: say('paybill.none', { shortcode: today.shortcode }) }
  if (known.mark === '')
    return {
      status: 'warning',
      detail: say('paybill.unknown'),
    }
  if (known.mark !== today.mark)
    return former.includes(known.mark)
      ? { status: 'warning', detail: say('paybill.former_read') }
      : { status: 'failed', detail: say('paybill.former') }
  if (known.base !== '' && known.base !== today.base)
    return { status: 'warning', detail: say('paybill.elsewhere', { where: known.base, here: today.base }) }
  return { status: 'ok', detail: say('paybill.today') }
}

/** The statement is read every quarter of an hour. */
const STATEMENT_OVERDUE_SECONDS = 2 * 3_600

export type StatementState = {
  /** End of the period that was read; null before the first reading. */
  readonly readTo: Date | null
  /** Whether M-Pesa lists our payments in a statement. */
  readonly isKept: boolean
  /** Since when the statement should have been read; null until a worker has reached M-Pesa. */
  readonly since: Date | null
}

export function judgeStatement(
  { readTo, isKept, since }: StatementState,
  at: Date,
): { status: CheckStatus; detail: Sentence } {
  const from = readTo ?? since
  const seconds = from ? (at.getTime() - from.getTime()) / 1000 : 0
  const told = readTo ? say('statement.read', { what: spanOf(seconds) }) : say('statement.unread')
  if (!from) return { status: 'warning', detail: told }
  if (seconds <= STATEMENT_OVERDUE_SECONDS) return { status: 'ok', detail: told }
  return { status: 'failed', detail: sayAll([told, ...(isKept ? [] : [say('statement.not_kept')])]) }
}

/** `40 s`, `12 min`, `5 h`, `3 d` */
export function spanOf(seconds: number): Sentence {
  if (seconds < 90) return say('span.seconds', { n: Math.max(0, Math.round(seconds)) })
  if (seconds < 90 * 60) return say('span.minutes', { n: Math.round(seconds / 60) })
  if (seconds < 36 * 3_600) return say('span.hours', { n: Math.round(seconds / 3_600) })
  return say('span.days', { n: Math.round(seconds / 86_400) })
}
