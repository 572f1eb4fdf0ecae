import type { CheckName, CheckStatus, HealthCheck, HealthMetrics } from '#lib/contract/health/calls.ts'
import type { ProcessClock } from '#lib/core/heartbeat.ts'
import type { PaybillAddresses } from '#lib/domain/mpesa/registered.ts'

/** Without these nothing works. */
const vital: readonly CheckName[] = ['postgres', 'redis', 'worker']

/** Returns one status for all checks. */
export function judgeHealth(checks: readonly HealthCheck[]): HealthMetrics['status'] {
  if (checks.some(({ name, status }) => status === 'failed' && vital.includes(name))) return 'down'
  return checks.every(({ status }) => status === 'ok') ? 'healthy' : 'degraded'
}

/** So many seconds may lie between a machine's clock and PostgreSQL's. */
const CLOCK_PATIENCE_SECONDS = 5

/** Judges the clocks of the processes' machines by that of PostgreSQL. */
export function judgeClocks(clocks: readonly ProcessClock[]): { status: CheckStatus; detail: string } {
  const wrong = clocks.flatMap(({ process, aheadMs }) => {
    const seconds = Math.abs(aheadMs) / 1000
    if (seconds <= CLOCK_PATIENCE_SECONDS) return []
    const gap = spanOf(seconds)
    return aheadMs < 0
      ? `The clock of ${process} is ${gap} behind that of PostgreSQL.`
      : `The clock of ${process} is ${gap} ahead of that of PostgreSQL.`
  })
  if (wrong.length === 0) return { status: 'ok', detail: 'All agree with that of PostgreSQL.' }
  return { status: 'warning', detail: [...new Set(wrong)].join(' ') }
}

/** The result of a scheduled check, and when it ran. */
export type StoredCheck = { checkedAt: Date; isGood: boolean; tookMs: number; findings: readonly string[] }

/**
 * Judges the stored result of a scheduled check.
 * @param patience seconds after which a result is too old
 */
export function judgeStoredCheck(
  check: StoredCheck | undefined,
  at: Date,
  patience: number,
): { status: CheckStatus; detail: string } {
  if (!check) return { status: 'warning', detail: 'Not looked at yet.' }
  if (!check.isGood) return { status: 'failed', detail: check.findings.join(' ') }
  const seconds = (at.getTime() - check.checkedAt.getTime()) / 1000
  if (seconds > patience) return { status: 'warning', detail: `Not looked at for ${spanOf(seconds)}.` }
  return { status: 'ok', detail: `Looked at ${spanOf(seconds)} ago.` }
}

/** Said of a product that is new, until its first night is over. */
export const NEVER_PROVEN = 'No backup has been proven yet.'

/** Judges the newest verified backup. They are made nightly, so after a day and a half one is missing. */
export function judgeBackup(
  provenAt: Date | null,
  isDamaged: boolean,
  at: Date,
): { status: CheckStatus; detail: string } {
  if (isDamaged) return { status: 'failed', detail: 'The newest backup is damaged or failed.' }
  if (!provenAt) return { status: 'warning', detail: NEVER_PROVEN }
  const seconds = (at.getTime() - provenAt.getTime()) / 1000
  return {
    status: seconds > 36 * 3_600 ? 'warning' : 'ok',
    detail: `Last proven ${spanOf(seconds)} ago.`,
  }
}

/**
 * Judges where M-Pesa announces Paybill payments.
 * @param known what it has, as far as we know; null where it has taken nothing yet
 * @param former the marks of replaced secrets whose addresses are still read
 */
export function judgePaybill(
  known: PaybillAddresses | null,
  today: PaybillAddresses,
  former: readonly string[],
): { status: CheckStatus; detail: string } {
  if (known?.shortcode !== today.shortcode)
    return { status: 'warning', detail: `M-PESA has taken no addresses for ${today.shortcode} yet.` }
  if (known.mark === '')
    return {
      status: 'warning',
      detail: 'M-PESA has addresses of before, and it is not known which. The next Paybill payment may tell.',
    }
  if (known.mark !== today.mark)
    return former.includes(known.mark)
      ? { status: 'warning', detail: 'M-PESA has the addresses of a former secret, which are still read.' }
      : { status: 'failed', detail: 'M-PESA has the addresses of a former secret, which are not read.' }
  if (known.base !== '' && known.base !== today.base)
    return { status: 'warning', detail: `M-PESA has addresses at ${known.base}, and not at ${today.base}.` }
  return { status: 'ok', detail: 'M-PESA has the addresses of today.' }
}

/** The statement is read every quarter of an hour. Where it was not for so long, in seconds, something is wrong. */
const STATEMENT_PATIENCE_SECONDS = 2 * 3_600

/** How far M-Pesa's statement is read. */
export type StatementState = {
  /** Null where it never was. */
  readonly readTo: Date | null
  /** Whether M-Pesa is known to keep one. */
  readonly isKept: boolean
  /** Since when it would be read; null where no worker has reached M-Pesa yet. */
  readonly since: Date | null
}

/** Judges how far M-Pesa's statement is read. */
export function judgeStatement(
  { readTo, isKept, since }: StatementState,
  at: Date,
): { status: CheckStatus; detail: string } {
  const from = readTo ?? since
  const seconds = from ? (at.getTime() - from.getTime()) / 1000 : 0
  const told = readTo ? `Read up to ${spanOf(seconds)} ago.` : 'Not read yet.'
  if (!from) return { status: 'warning', detail: told }
  if (seconds <= STATEMENT_PATIENCE_SECONDS) return { status: 'ok', detail: told }
  const why = isKept ? '' : ' M-PESA is not known to keep one: was it registered?'
  return { status: 'failed', detail: told + why }
}

/** `40 s`, `12 min`, `5 h`, `3 d` */
export function spanOf(seconds: number): string {
  if (seconds < 90) return `${Math.max(0, Math.round(seconds))} s`
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`
  return seconds < 36 * 3_600 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`
}
