import { inBatches } from '#lib/core/batch.ts'
import { now } from '#lib/core/clock.ts'
import { db, isFaultOfOne } from '#lib/core/db.ts'
import { listenTo, openEventFeed } from '#lib/core/event-feed.ts'
import { kysely } from '#lib/core/kysely.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { inIds } from '#lib/core/query-plans.ts'
import { paymentsChanged } from './events.ts'
import { promptWait } from './prompt-limits.ts'
import type { PaymentState } from './schema.ts'
import { withdrawPrompt } from './withdraw-prompt.ts'

// One subscription per process wakes waiters by the payment's id.
const waiting = processSingleton('payment-waiters', () => {
  const byIntent = new Map<string, Set<() => void>>()
  const wakeAll = () => {
    for (const waiters of byIntent.values()) for (const wake of waiters) wake()
  }
  const listener = listenTo(paymentsChanged, ({ intent_ids }) => {
    for (const id of intent_ids) for (const wake of byIntent.get(id) ?? []) wake()
  })
  const feed = openEventFeed([listener], wakeAll)
  return { byIntent, feed }
})

/** Subscribes before the first waiter, so that no early message is missed. */
export function listenForPayments(): void {
  waiting.get()
}

export function stopListeningForPayments(): void {
  waiting.drop()?.feed.end()
}

/** Ms that an answer waits for M-Pesa's acknowledgement; then it reports the payment's state as it is. */
const TIMEOUT_MS = 8_000

export type FollowedPrompt = {
  readonly state: PaymentState
  /** Why no prompt was sent, if none was. */
  readonly code: string | null
  /** Approximate wait in the queue (lib/domain/payments/prompt-limits.ts). */
  readonly waitSeconds: number | null
}

/**
 * Waits until a payment's prompt is sent. At the timeout, withdraws a due prompt that no worker has started
 * to send. If the queue is longer than the timeout, returns the prompt's wait at once.
 */
export async function followPrompt(intentId: string): Promise<FollowedPrompt> {
  const orderedAt = now()
  const atFirst = await promptWait(orderedAt)
  const timeoutMs = (atFirst ?? 0) * 1_000 > TIMEOUT_MS ? 0 : TIMEOUT_MS
  const found = await waitUntilSubmitted(intentId, timeoutMs)
  if (found.state !== 'created') return { ...found, waitSeconds: null }
  const waitSeconds = await promptWait(orderedAt)
  if (waitSeconds === null && (await withdrawPrompt(intentId)))
    return { state: 'rejected', code: null, waitSeconds }
  return { ...found, waitSeconds }
}

/**
 * Waits until a payment has left `created` and `submitting`. Reads PostgreSQL first, at each message and at
 * the end, because Redis may lose a message.
 * @returns the state then, or at the timeout
 */
async function waitUntilSubmitted(intentId: string, timeoutMs: number): Promise<Standing> {
  const deadline = performance.now() + timeoutMs
  const { byIntent } = waiting.get()
  const waiters = byIntent.get(intentId) ?? new Set()
  byIntent.set(intentId, waiters)
  let wake: () => void = () => undefined
  let woken = false
  const hear = () => {
    woken = true
    wake()
  }
  waiters.add(hear)
  try {
    for (;;) {
      woken = false
      const found = await standingOf(intentId)
      const left = deadline - performance.now()
      if ((found.state !== 'created' && found.state !== 'submitting') || left <= 0) return found
      if (woken) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  } finally {
    waiters.delete(hear)
    if (waiters.size === 0) byIntent.delete(intentId)
  }
}

type Standing = Pick<FollowedPrompt, 'state' | 'code'>

// Concurrent waiters share one read, because one message reports many payments.
const reading = processSingleton('payment-states', () =>
  inBatches(standingsOf, { name: 'read payments', retriesEach: isFaultOfOne }),
)

async function standingOf(intentId: string): Promise<Standing> {
  const found = await reading.get()(intentId)
  if (!found) throw new Error(`There is no payment ${intentId}.`)
  return found
}

async function standingsOf(ids: readonly string[]): Promise<(Standing | undefined)[]> {
  const found = await kysely(db())
    .selectFrom('paymentIntent')
    .select(['id', 'state', 'resultCode as code'])
    .where('id', 'in', inIds(ids))
    .execute()
  const standings = new Map(found.map(({ id, ...standing }) => [id, standing]))
  return ids.map((id) => standings.get(id))
}
