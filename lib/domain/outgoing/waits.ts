import { addSeconds } from '#lib/core/clock.ts'

// When a payout or refund is sent, sent again and asked about (docs/decisions/0012). It reads and writes nothing.

const MINUTE = 60
const HOUR = 60 * MINUTE

const FIRST_WAIT_SECONDS = 30
const LONGEST_WAIT_SECONDS = 15 * MINUTE
/** People are told after so many tries in a row that M-Pesa has not accepted: seven and a half minutes after the first. */
export const TELL_AFTER_TRIES = 5
/** Where M-Pesa accepts none of so many in a row, the cause is not one of theirs, and the rest waits for the worker's next turn. */
export const REFUSED_IN_A_ROW = 3
/**
 * After so many answers in a row that prove nothing, M-Pesa's line is silent, and the rest waits. One such answer may be about
 * its payout alone, and a second may be chance. Each further one costs a day of questions and the time of two people.
 */
const UNPROVEN_IN_A_ROW = 3
/** A turn sends no more than that: at half a second each it is over in less than half a minute. The next one goes on. */
export const MOST_IN_A_TURN = 50

/**
 * Returns how long something that M-Pesa has not accepted waits until it is sent again.
 * @param tries in a row, at least 1
 * @returns seconds
 */
export function waitAfter(tries: number): number {
  return Math.min(FIRST_WAIT_SECONDS * 2 ** (tries - 1), LONGEST_WAIT_SECONDS)
}

/** What M-Pesa's newest answers to the sending of payouts, or of refunds, say of its line. */
export type Line = {
  /** So many in a row prove nothing. */
  readonly unproven: number
  /** When the newest of these was sent. */
  readonly lastAt: Date | null
}

/** Whether nothing proves any more that M-Pesa takes what it is sent. */
export function isSilent({ unproven }: Line): boolean {
  return unproven >= UNPROVEN_IN_A_ROW
}

/**
 * Whether one may be sent now. On a silent line each try may be one more of which nobody knows, so the tries grow rarer, as
 * those of a payout that is not accepted.
 */
export function mayTryLine(line: Line, moment: Date): boolean {
  if (!isSilent(line) || line.lastAt === null) return true
  return moment >= addSeconds(line.lastAt, waitAfter(line.unproven - UNPROVEN_IN_A_ROW + 1))
}

/** Seconds after sending at which M-Pesa is asked. At the last of them people are told. */
const ASK_AFTER_SECONDS = [5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 6 * HOUR, 24 * HOUR, 25 * HOUR]

/** Returns when a payout that was sent at `submittedAt` is due next; null after the last time, which is for people. */
export function nextCheckAfter(submittedAt: Date, moment: Date): Date | null {
  const elapsed = (moment.getTime() - submittedAt.getTime()) / 1000
  const next = ASK_AFTER_SECONDS.find((seconds) => seconds > elapsed)
  return next === undefined ? null : addSeconds(submittedAt, next)
}
