import { addSeconds, now } from '#lib/core/clock.ts'
import { firstRow, type Queryable } from '#lib/core/db.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { raiseAlert } from './alerts.ts'
import { TELL_AFTER_TRIES, waitAfter } from './policy.ts'
import { changePayout } from './rows.ts'
import type { Payout } from './schema.ts'
import type { NotTaken } from './submit-answer.ts'

/**
 * M-Pesa has certainly not taken a payout on: it waits by itself, longer each time, and is sent again under the same id.
 * After some tries people are told: of this payout, or once of all of them where M-Pesa takes on none
 * (docs/decisions/0044).
 * @param tries in a row, this one included
 */
export async function putBack(
  tx: Tx,
  payout: Payout,
  { code, isForAll }: NotTaken,
  tries: number,
): Promise<void> {
  const moment = now()
  await tx.client.query(
    'UPDATE payout SET tries = $2, tried_since = coalesce(tried_since, submitted_at) WHERE id = $1',
    [payout.id, tries],
  )
  const nextCheckAt = addSeconds(moment, waitAfter(tries))
  await changePayout(tx, payout, { state: 'approved', resultCode: code, nextCheckAt })
  if (tries < TELL_AFTER_TRIES) return
  if (isForAll || (await noneIsTaken(tx.client, payout.id)))
    await raiseAlert(tx, 'all_stuck', null, `M-Pesa answers ${code}, last to ${payout.reference}`)
  else
    await raiseAlert(
      tx,
      'stuck',
      payout.id,
      `M-Pesa has answered ${code} to ${payout.reference}, ${tries} times`,
    )
}

/** Whether others are refused as well, and M-Pesa has taken on none since this one was refused for the first time. */
async function noneIsTaken(on: Queryable, payoutId: string): Promise<boolean> {
  const row = await firstRow<{ none: boolean }>(
    on,
    `SELECT EXISTS (SELECT FROM payout o WHERE o.id <> p.id AND o.state = 'approved' AND o.tries > 0)
        AND NOT EXISTS (SELECT FROM payout o WHERE o.id <> p.id AND o.submitted_at >= p.tried_since
          AND (o.conversation_id IS NOT NULL OR o.state IN ('paid', 'failed'))) AS none
      FROM payout p WHERE p.id = $1`,
    [payoutId],
  )
  return row?.none ?? false
}

/**
 * M-Pesa has looked at a payout, or may have: what was said about its not being taken on is over.
 * @param isCertain it has answered, and so does take on payouts
 */
export async function noteLookedAt(tx: Tx, payoutId: string, isCertain: boolean): Promise<void> {
  await tx.client.query('UPDATE payout SET tries = 0, tried_since = NULL WHERE id = $1 AND tries > 0', [
    payoutId,
  ])
  await tx.client.query(
    `UPDATE payout_alert SET resolved_at = $2 WHERE resolved_at IS NULL
      AND ((kind = 'stuck' AND payout_id = $1) OR (kind = 'all_stuck' AND $3))`,
    [payoutId, now(), isCertain],
  )
}
