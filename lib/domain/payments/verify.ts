import { now } from '#lib/core/clock.ts'
import { db, rows } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { RateLimitedError } from '#lib/core/errors.ts'
import { log } from '#lib/core/log.ts'
import { transaction } from '#lib/core/outbox.ts'
import { takePoints } from '#lib/core/rate-limit.ts'
import { queryPrompt } from '#lib/domain/mpesa/client.ts'
import { OWN_SOURCE } from './callback-source.ts'
import { storeCallback } from './inbox.ts'
import { isUndecided, nextCheckAfter, stateByAge } from './policy.ts'
import type { PaymentState } from './schema.ts'

const queryRate = { name: 'mpesa-queries', points: env.MPESA_QUERIES_PER_MINUTE, seconds: 60 }
const AT_ONCE = 20

type DueRow = {
  id: string
  state: PaymentState
  submitted_at: Date | null
  /** Its own prompt, or the one that a callback has named. */
  prompt: string | null
}

/**
 * Asks M-Pesa about payments whose time has come, oldest first, as many as the rate limit lets through. The answers
 * go into the inbox like callbacks, so that one way of settling serves all evidence.
 * @returns how many were asked about
 */
export async function verifyDuePayments(): Promise<number> {
  let asked = 0
  for (const due of await claimDue()) {
    if (!due.prompt) continue
    if (!(await mayAsk())) {
      await askSoon(due.id)
      continue
    }
    const answer = await queryPrompt(due.prompt)
    asked++
    if (answer.kind !== 'answered') {
      log.warn({ intentId: due.id, reason: answer.reason }, 'query not answered')
      continue
    }
    await storeCallback({
      kind: 'stk_query',
      intentId: due.id,
      sourceAddress: OWN_SOURCE,
      body: JSON.stringify(answer.body),
    })
  }
  return asked
}

/** Takes due payments and sets when each is due next, before anything is asked: a crash costs one question. */
function claimDue(): Promise<DueRow[]> {
  return transaction(async ({ client }) => {
    const moment = now()
    const due = await rows<DueRow>(
      client,
      `SELECT id, state::text, submitted_at, coalesce(checkout_request_id, hinted_checkout_request_id) AS prompt FROM payment_intent
        WHERE next_check_at <= $1 ORDER BY next_check_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED`,
      [moment.toISOString(), AT_ONCE],
    )
    for (const row of due) {
      const isOpen = isUndecided(row.state) && row.submitted_at !== null
      const next = isOpen && row.submitted_at ? nextCheckAfter(row.submitted_at, moment) : null
      const state = row.submitted_at ? stateByAge(row.state, row.submitted_at, moment) : row.state
      await client.query(
        'UPDATE payment_intent SET next_check_at = $2, state = $3, queries = queries + 1 WHERE id = $1',
        [row.id, next?.toISOString() ?? null, state],
      )
    }
    return due
  })
}

async function mayAsk(): Promise<boolean> {
  try {
    await takePoints(queryRate, 'all')
    return true
  } catch (error) {
    if (error instanceof RateLimitedError) return false
    throw error
  }
}

/** The limit is used up: this one stays due, behind those that wait longer. */
async function askSoon(intentId: string): Promise<void> {
  await db().query(
    'UPDATE payment_intent SET next_check_at = $2 WHERE id = $1 AND next_check_at IS NOT NULL',
    [intentId, now().toISOString()],
  )
}
