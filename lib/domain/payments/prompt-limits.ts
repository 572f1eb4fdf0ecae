import { sql } from 'kysely'
import { addSeconds } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { kysely } from '#lib/core/kysely.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { failureOfCode } from '#lib/domain/mpesa/result-codes.ts'
import { VERIFYING_AFTER_SECONDS } from './policy.ts'
import type { PaymentState } from './schema.ts'
import { isOneOf, paidStates } from './states.ts'

// Limits of prompts: per phone, and per second for M-Pesa (docs/decisions/0006).

/** A prompt that is no longer on its phone. */
export type EndedPrompt = {
  readonly state: PaymentState
  readonly resultCode: string | null
  /** Whether M-Pesa gave the prompt an id; without one it may never have reached the phone. */
  readonly isKnown: boolean
  /** When the payment was settled, or the prompt sent if its end is unknown. */
  readonly at: Date
  readonly asker: string
  readonly network: string
}

/** The phone waits after this many unpaid prompts in a row. */
const FREE_TRIES = 2
/** Waits after the second, third, fourth and each further unpaid prompt in a row. */
const WAITS_SECONDS = [60, 300, 1_800, 86_400] as const

/** Failures in which the phone shows no prompt: M-Pesa refused or lost it. */
const unseen = new Set(['not_sent', 'duplicate', 'locked'])

/**
 * Prompts since the last paid one that reached the phone and were declined or ignored.
 * @param prompts newest first
 */
export function unpaidInARow(prompts: readonly EndedPrompt[]): EndedPrompt[] {
  const paidAt = prompts.findIndex(({ state }) => isPaid(state))
  return prompts.slice(0, paidAt < 0 ? prompts.length : paidAt).filter(wasSeen)
}

export function isPaid(state: PaymentState): boolean {
  return isOneOf(paidStates, state)
}

function wasSeen({ state, resultCode, isKnown }: EndedPrompt): boolean {
  if (state === 'declined') return !unseen.has(failureOfCode(resultCode ?? ''))
  return isKnown && (state === 'verifying' || state === 'unresolved')
}

/** Returns null if the phone need not wait. @param unpaid as `unpaidInARow` returns */
export function nextPromptAt(unpaid: readonly EndedPrompt[]): Date | null {
  const [last] = unpaid
  if (!last || unpaid.length < FREE_TRIES) return null
  const wait = WAITS_SECONDS[Math.min(unpaid.length - FREE_TRIES, WAITS_SECONDS.length - 1)] ?? 0
  const endedAt = last.state === 'declined' ? last.at : addSeconds(last.at, VERIFYING_AFTER_SECONDS)
  return addSeconds(endedAt, wait)
}

/** Safaricom's default limit of prompts per second, until they grant more. The simulator has none. */
const RATE_OF_DARAJA = 20

/** Limit of all workers together; 0 means no limit. */
export const promptsPerSecond = env.MPESA_PROMPTS_PER_SECOND ?? (env.MPESA_SIMULATOR ? 0 : RATE_OF_DARAJA)

type Look = {
  /** Start of the reading, by `performance.now()`. */
  readonly at: number
  /** Order time of each pending prompt in ms, oldest first, up to the queue's limit. */
  readonly orderedAt: readonly number[]
}

const NOTHING: Look = { at: Number.NEGATIVE_INFINITY, orderedAt: [] }
const FRESH_MS = 1_000

// Each process reads the queue at most once a second, for all waiting payers.
const queue = processSingleton('prompt-queue', () => ({
  look: NOTHING,
  /** Prompts that this process has ordered since the reading. */
  ordered: 0,
  looking: null as Promise<void> | null,
}))

/** Reads the queue at most once a second. Call it outside of transactions: it takes a pool connection. */
export async function lookAtPromptQueue(): Promise<void> {
  if (promptsPerSecond === 0) return
  const state = queue.get()
  if (performance.now() - state.look.at < FRESH_MS) return
  state.looking ??= look().finally(() => {
    state.looking = null
  })
  await state.looking
}

async function look(): Promise<void> {
  const state = queue.get()
  const at = performance.now()
  state.ordered = 0
  const waiting = await kysely(db())
    .selectFrom('paymentIntent')
    .select((eb) => eb.fn.coalesce('submittedAt', 'createdAt').as('orderedAt'))
    .where('state', '=', sql.lit('created'))
    .where('channel', '=', sql.lit('prompt'))
    .orderBy('orderedAt')
    .limit(promptsPerSecond * (LONGEST_WAIT_SECONDS + 1))
    .execute()
  state.look = { at, orderedAt: waiting.map(({ orderedAt }) => orderedAt.getTime()) }
}

/**
 * Whether another prompt would wait longer than `LONGEST_WAIT_SECONDS`, by the last reading. If not, counts
 * that prompt as waiting.
 */
export function isPromptQueueFull(): boolean {
  if (promptsPerSecond === 0) return false
  const state = queue.get()
  if (isQueueFull(state.look.orderedAt.length + state.ordered, promptsPerSecond)) return true
  state.ordered += 1
  return false
}

/** Whole seconds until the prompt's turn, or null if it is sent at once. */
export async function promptWait(orderedAt: Date): Promise<number | null> {
  if (promptsPerSecond === 0) return null
  await lookAtPromptQueue()
  return waitSeconds(queue.get().look.orderedAt, orderedAt.getTime(), promptsPerSecond)
}

/** If the wait would be longer, the payer is sent to Paybill at once. Must be below `STALE_AFTER_SECONDS`. */
export const LONGEST_WAIT_SECONDS = 45

/** A shorter wait is not announced: the prompt arrives before the payer has read it. */
const TOLD_FROM_SECONDS = 2

/** @param waiting number of pending prompts @param rate prompts a second */
export function isQueueFull(waiting: number, rate: number): boolean {
  return waiting >= rate * LONGEST_WAIT_SECONDS
}

/**
 * @param own this prompt's order time in ms
 * @returns whole seconds until its turn, or null if too short to announce
 */
export function waitSeconds(orderedAt: readonly number[], own: number, rate: number): number | null {
  const later = orderedAt.findIndex((at) => at >= own)
  const seconds = (later < 0 ? orderedAt.length : later) / rate
  return seconds < TOLD_FROM_SECONDS ? null : Math.ceil(seconds)
}

/** Prompts older than this are not sent: the workers were down, and the payer has left. */
export const STALE_AFTER_SECONDS = 60

export type Turns = {
  /** Prompts that may be sent now. */
  readonly free: number
  /** Until when the rate is used up after `sent` prompts, in ms. */
  spentAfter(sent: number): number
  /** Ms until a worker polls again after `sent` prompts. */
  msUntilMore(sent: number): number
}

/**
 * Spreads prompts evenly. Unused turns stay valid for a tenth of a second, so that no second exceeds 1.1
 * times the rate.
 * @param spentUntil until when the rate is used up, in ms
 * @param at now, in ms of the same clock
 * @param rate prompts a second, more than 0
 */
export function turnsAt(spentUntil: number, at: number, rate: number): Turns {
  const interval = 1_000 / rate
  const kept = Math.ceil(rate / 10)
  // A clock that was set back does not delay prompts.
  const from = Math.max(Math.min(spentUntil, at), at - kept * interval)
  // Stored times are whole ms: tolerate a missing fraction.
  const free = Math.min(kept, Math.floor((at - from) / interval + 1e-6))
  const spentAfter = (sent: number) => Math.ceil(from + sent * interval - 1e-6)
  // Workers wait for half of the largest batch, so that a late worker loses no turns.
  const worthwhile = Math.max(1, Math.floor(kept / 2))
  return {
    free,
    spentAfter,
    msUntilMore: (sent) => Math.max(1, Math.ceil(spentAfter(sent) + worthwhile * interval - at)),
  }
}
