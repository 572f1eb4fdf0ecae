import { addSeconds } from '#lib/core/clock.ts'

// Pure functions of docs/decisions/0012.

const MINUTE = 60
const HOUR = 60 * MINUTE

const FIRST_DELAY_SECONDS = 30
const LONGEST_DELAY_SECONDS = 15 * MINUTE
/** Alerts people after this many tries in a row: 7.5 minutes after the first. */
export const TELL_AFTER_TRIES = 5
/** After this many refusals in a row the cause is general: the rest waits for the next turn. */
export const REFUSED_IN_A_ROW = 3
/**
 * After this many answers in a row that prove nothing, the circuit opens and the rest waits. One or two may
 * be chance; each further one costs a day of queries and two people's time.
 */
const UNPROVEN_IN_A_ROW = 3
/** Keeps a turn below half a minute, at half a second per call. */
export const MOST_IN_A_TURN = 50

/**
 * @param tries number of tries in a row, at least 1
 * @returns seconds until the next try
 */
export function backoffAfter(tries: number): number {
  return Math.min(FIRST_DELAY_SECONDS * 2 ** (tries - 1), LONGEST_DELAY_SECONDS)
}

export type Breaker = {
  readonly unproven: number
  /** When the newest of these calls was sent. */
  readonly lastAt: Date | null
}

export function isOpen({ unproven }: Breaker): boolean {
  return unproven >= UNPROVEN_IN_A_ROW
}

/** Whether to send now. While the circuit is open, each attempt may end unknown, so attempts back off. */
export function allowsAttempt(breaker: Breaker, moment: Date): boolean {
  if (!isOpen(breaker) || breaker.lastAt === null) return true
  return moment >= addSeconds(breaker.lastAt, backoffAfter(breaker.unproven - UNPROVEN_IN_A_ROW + 1))
}

/** When M-Pesa is queried, in seconds after sending. The last query alerts people. */
const ASK_AFTER_SECONDS = [5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 6 * HOUR, 24 * HOUR, 25 * HOUR]

/** When to query next; null after the last query, when people decide. */
export function nextCheckAfter(submittedAt: Date, moment: Date): Date | null {
  const elapsed = (moment.getTime() - submittedAt.getTime()) / 1000
  const next = ASK_AFTER_SECONDS.find((seconds) => seconds > elapsed)
  return next === undefined ? null : addSeconds(submittedAt, next)
}
