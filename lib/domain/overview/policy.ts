import { listedCashKinds } from '#lib/contract/cash/constants.ts'
import type { GivenHealthMetrics } from '#lib/contract/health/calls.ts'
import type { GivenSystemOverview } from '#lib/contract/overview/calls.ts'

/** Types of journals that only move money between system wallets, or outside of the product. */
export const internalTypes = ['prize_funding', 'transfer', ...listedCashKinds, 'cash_reversed'] as const

/**
 * Types of journals that undo a payment, or undo that again. They move money that was counted when it was
 * paid, so they are no transactions of the overview.
 */
export const undoingTypes = [
  'gift_taken_back',
  'gift_released',
  'subscription_taken_back',
  'topup_taken_back',
  'refund',
  'suspense_reversed',
  'difference_reversed',
  'write_off_reversed',
] as const

type Counted = { requests: number; failures: number }

/** Percentage of failed requests, with two decimals; 0 without requests. */
export function errorRate({ requests, failures }: Counted): number {
  return requests === 0 ? 0 : Math.round((failures / requests) * 10_000) / 100
}

/** Percentage of failed requests. */
const TOO_MANY = 5
/** With fewer requests than this the percentage is ignored. */
const ENOUGH = 20

/** The health page's status, or `degraded` if over 5% of the requests of the last 15 minutes failed. */
export function judgeStatus(
  health: GivenHealthMetrics['status'],
  recent: Counted,
): GivenSystemOverview['system_status'] {
  const isFailing = recent.requests >= ENOUGH && errorRate(recent) > TOO_MANY
  return health === 'healthy' && isFailing ? 'degraded' : health
}

/** `2026-11-05`. @param month from 1 */
export function dateOf(year: number, month: number, day: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

const daysOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/**
 * Moves both dates a month earlier, at most to the last day of that month. If `to` is the last day of its
 * month, so is the earlier `to`: whole months are compared with whole months.
 */
export function monthBefore(from: string, to: string): { from: string; to: string } {
  const earlier = (day: string, isEnd: boolean) => {
    const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
    const [beforeYear, beforeMonth] = month === 1 ? [year - 1, 12] : [year, month - 1]
    const last = daysOf(beforeYear, beforeMonth)
    const wholeMonth = isEnd && date === daysOf(year, month)
    return dateOf(beforeYear, beforeMonth, wholeMonth ? last : Math.min(date, last))
  }
  return { from: earlier(from, false), to: earlier(to, true) }
}
