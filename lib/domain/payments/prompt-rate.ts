// The arithmetic of prompts that wait for M-Pesa's rate (docs/decisions/0056). Pure.

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

/**
 * The rate as BullMQ's limiter takes it: a tenth of a second's prompts, and in how many ms. So no second has more than the
 * rate and one such part of it, wherever it begins.
 * @param rate prompts a second, more than 0
 */
export function limiterOf(rate: number): { max: number; duration: number } {
  const max = Math.ceil(rate / 10)
  return { max, duration: Math.ceil((1_000 * max) / rate) }
}
