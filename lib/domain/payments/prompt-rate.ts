// The arithmetic of prompts that wait for M-Pesa's rate (docs/decisions/0006). Pure.

/** Whoever would wait longer, in seconds, is told at once to pay by Paybill. Below the 60 after which a prompt is stale. */
export const LONGEST_WAIT_SECONDS = 45

/** A wait below this is not told, in seconds: the prompt is there before it is read. */
const TOLD_FROM_SECONDS = 2

/** @param waiting how many prompts wait @param rate prompts a second */
export function isQueueFull(waiting: number, rate: number): boolean {
  return waiting >= rate * LONGEST_WAIT_SECONDS
}

/**
 * @param orderedAt when each waiting prompt was ordered, in ms, oldest first
 * @param own when this one was ordered, in ms
 * @param rate prompts a second
 * @returns whole seconds until its turn, or null where that is not worth telling
 */
export function waitSeconds(orderedAt: readonly number[], own: number, rate: number): number | null {
  const later = orderedAt.findIndex((at) => at >= own)
  const seconds = (later < 0 ? orderedAt.length : later) / rate
  return seconds < TOLD_FROM_SECONDS ? null : Math.ceil(seconds)
}

/** Nobody waits for a prompt that is so late, in seconds: the workers were away. */
export const STALE_AFTER_SECONDS = 60

/** What the rate lets through at a moment. */
export type Turns = {
  /** How many prompts may be sent now. */
  readonly free: number
  /** Until when the rate is used up after so many of them, in ms. */
  spentAfter(sent: number): number
  /** In how many ms it is worth looking again after so many of them. */
  msUntilMore(sent: number): number
}

/**
 * Lets prompts through evenly. What was not used is kept for a tenth of a second, so that no second has more than the rate and
 * a tenth of it, wherever it begins.
 * @param spentUntil until when the rate is used up, in ms
 * @param at in ms, of the same clock
 * @param rate prompts a second, more than 0
 */
export function turnsAt(spentUntil: number, at: number, rate: number): Turns {
  const interval = 1_000 / rate
  const kept = Math.ceil(rate / 10)
  // A clock that was set back does not hold prompts up.
  const from = Math.max(Math.min(spentUntil, at), at - kept * interval)
  // What is written is in whole ms: a part of one that is missing is none.
  const free = Math.min(kept, Math.floor((at - from) / interval + 1e-6))
  const spentAfter = (sent: number) => Math.ceil(from + sent * interval - 1e-6)
  // Half of what may be sent at once, so that a worker that is a little late loses nothing.
  const worthwhile = Math.max(1, Math.floor(kept / 2))
  return {
    free,
    spentAfter,
    msUntilMore: (sent) => Math.max(1, Math.ceil(spentAfter(sent) + worthwhile * interval - at)),
  }
}
