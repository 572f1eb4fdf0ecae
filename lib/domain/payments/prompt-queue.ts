import { sql } from 'kysely'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { kysely } from '#lib/core/kysely.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { isQueueFull, LONGEST_WAIT_SECONDS, waitSeconds } from './prompt-rate.ts'

// How long prompts wait, because M-Pesa takes only so many a second (docs/decisions/0006). Claims keep the rate
// (claim-prompts.ts); this tells payers their wait, and turns away whom no prompt would reach while they still look for it.

/** M-Pesa of the simulator takes as many as come; of Safaricom's own, this many until they have granted more. */
const RATE_OF_DARAJA = 20

/** How many prompts a second M-Pesa may be asked for by all workers together; 0 where nothing limits them. */
export const promptsPerSecond = env.MPESA_PROMPTS_PER_SECOND ?? (env.MPESA_SIMULATOR ? 0 : RATE_OF_DARAJA)

type Look = {
  /** When it was begun, of `performance.now()`. */
  readonly at: number
  /** When each payment whose prompt waits was ordered, in ms, oldest first; no more than may wait. */
  readonly orderedAt: readonly number[]
}

const NOTHING: Look = { at: Number.NEGATIVE_INFINITY, orderedAt: [] }
/** How long a look at the queue is good for, in ms. */
const FRESH_MS = 1_000

// Many wait at once: a process looks once a second for all of them.
const queue = processSingleton('prompt-queue', () => ({
  look: NOTHING,
  /** How many prompts this process has ordered since. */
  ordered: 0,
  looking: null as Promise<void> | null,
}))

/** Looks at the queue where the last look is older than a second. Call it outside of transactions: it takes a connection. */
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
 * Whether so many prompts wait that another would come after `LONGEST_WAIT_SECONDS`; counts it among the waiting where not.
 * Goes by the last look.
 */
export function isPromptQueueFull(): boolean {
  if (promptsPerSecond === 0) return false
  const state = queue.get()
  if (isQueueFull(state.look.orderedAt.length + state.ordered, promptsPerSecond)) return true
  state.ordered += 1
  return false
}

/**
 * How long the prompt of a payment waits for the prompts before it.
 * @param orderedAt when it was ordered
 * @returns whole seconds, or null where it is as good as sent
 */
export async function promptWait(orderedAt: Date): Promise<number | null> {
  if (promptsPerSecond === 0) return null
  await lookAtPromptQueue()
  return waitSeconds(queue.get().look.orderedAt, orderedAt.getTime(), promptsPerSecond)
}
