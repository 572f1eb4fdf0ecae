import { addSeconds } from '#lib/core/clock.ts'

// docs/decisions/0012. Pure functions.

const MINUTE = 60
const HOUR = 60 * MINUTE

const FIRST_DELAY_SECONDS = 30
const LONGEST_DELAY_SECONDS = 15 * MINUTE
/** 7.5 minutes after the first attempt. */
export const TELL_AFTER_TRIES = 5
/** The cause is then general, and the rest waits for the next turn. */
export const REFUSED_IN_A_ROW = 3
/**
 * The circuit then opens and the rest waits. One or two may be chance; each further one costs a day of queries
 * and two people's time.
 */
const UNPROVEN_IN_A_ROW = 3
/** Below half a minute, at half a second each. */
export const MOST_IN_A_TURN = 50

/**
 * @param tries in a row, at least 1
 * @returns seconds
 */
export function backoffAfter(tries: number): number {
  return Math.min(FIRST_DELAY_SECONDS * 2 ** (tries - 1), LONGEST_DELAY_SECONDS)
}

export type Breaker = {
  /** Answers in a row that prove nothing. */
  readonly unproven: number
  /** When the newest was sent. */
  readonly lastAt: Date | null
}

export function isOpen({ unproven }: Breaker): boolean {
  return unproven >= UNPROVEN_IN_A_ROW
}

/** While the circuit is open each attempt may stay unknown, so attempts back off. */
export function allowsAttempt(breaker: Breaker, moment: Date): boolean {
  if (!isOpen(breaker) || breaker.lastAt === null) return true
  return moment >= addSeconds(breaker.lastAt, backoffAfter(breaker.unproven - UNPROVEN_IN_A_ROW + 1))
}

/** After sending. The last query alerts people. */
const ASK_AFTER_SECONDS = [5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 6 * HOUR, 24 * HOUR, 25 * HOUR]

/** Returns null after the last query, when people decide. */
export function nextCheckAfter(submittedAt: Date, moment: Date): Date | null {
  const elapsed = (moment.getTime() - submittedAt.getTime()) / 1000
  const next = ASK_AFTER_SECONDS.find((seconds) => seconds > elapsed)
  return next === undefined ? null : addSeconds(submittedAt, next)
}
