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

// One subscription for each process; whoever waits for a payment is woken by its id.
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

/** Opens the subscription ahead of the first waiter, so that no early message is missed. */
export function listenForPayments(): void {
  waiting.get()
}

/** Ends the subscription. */
export function stopListeningForPayments(): void {
  waiting.drop()?.feed.end()
}

/** How long an answer waits for M-Pesa's acknowledgement, in ms. After that the payment's own state is told. */
const PATIENCE_MS = 8_000

/** Where a payment stands that has just been asked for. */
export type FollowedPrompt = {
  readonly state: PaymentState
  /** Why no prompt was sent, where none was. */
  readonly code: string | null
  /** About how many seconds its prompt still waits for those before it (lib/domain/payments/prompt-limits.ts). */
  readonly waitSeconds: number | null
}

/**
 * Waits for a payment's prompt to be sent, and takes it back where no worker has begun to send it in that time although its
 * turn has come. Of a prompt whose turn comes later than anybody waits here, the wait is told at once.
 */
export async function followPrompt(intentId: string): Promise<FollowedPrompt> {
  const orderedAt = now()
  const atFirst = await promptWait(orderedAt)
  const patienceMs = (atFirst ?? 0) * 1_000 > PATIENCE_MS ? 0 : PATIENCE_MS
  const found = await waitUntilSubmitted(intentId, patienceMs)
  if (found.state !== 'created') return { ...found, waitSeconds: null }
  const waitSeconds = await promptWait(orderedAt)
  if (waitSeconds === null && (await withdrawPrompt(intentId)))
    return { state: 'rejected', code: null, waitSeconds }
  return { ...found, waitSeconds }
}

/**
 * Waits until a payment has left `created` and `submitting`: it has or has not a prompt on the phone now.
 * Postgres is asked at first, at each message, and at the end, because Redis may lose a message.
 * @returns how it stands then, or when the time is up
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

// Gifts that are ordered together are waited for together, and one message tells of many.
const reading = processSingleton('payment-states', () =>
  inBatches(standingsOf, { retriesEach: isFaultOfOne }),
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
