import { addSeconds, now } from '#lib/core/clock.ts'
import { firstRow, type Queryable } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { mailSuperAdmins } from '#lib/domain/mail/commands.ts'
import { TELL_AFTER_TRIES, waitAfter } from '#lib/domain/payouts/policy.ts'
import { changeRefund } from './rows.ts'
import type { Refund } from './schema.ts'

/** The word for a refund that M-Pesa has not taken on for several tries. It is tried on. */
export const STUCK = 'stuck'
/** The word for a refund of which a day of asking has told nothing. */
export const UNHEARD = 'unheard'

/**
 * M-Pesa has certainly not taken a refund on: it waits by itself, longer each time, as payouts do, and people are told after
 * as many tries (docs/decisions/0044).
 * @param tries in a row, this one included
 */
export async function putBack(tx: Tx, refund: Refund, code: string, tries: number): Promise<void> {
  await tx.client.query(
    'UPDATE refund SET tries = $2, tried_since = coalesce(tried_since, submitted_at) WHERE id = $1',
    [refund.id, tries],
  )
  await changeRefund(tx.client, refund.id, {
    state: 'requested',
    resultCode: code,
    nextCheckAt: addSeconds(now(), waitAfter(tries)),
  })
  if (tries >= TELL_AFTER_TRIES)
    await callPeople(tx, refund.id, STUCK, `M-Pesa has answered ${code}, ${tries} times`)
}

/** Puts a refund before people: a line in the log, its row on the desk, and a mail for the first of several. */
export async function callPeople(
  tx: Tx,
  refundId: string,
  problem: typeof STUCK | typeof UNHEARD,
  detail: string,
): Promise<void> {
  const called = await firstRow<{ receipt: string; intent_id: string | null; others: boolean }>(
    tx.client,
    `UPDATE refund f SET problem = $2 WHERE f.id = $1 AND f.problem <> $2 AND (f.problem = '' OR $2 = '${UNHEARD}') RETURNING f.receipt, f.intent_id,
      EXISTS (SELECT FROM refund o WHERE o.id <> f.id AND o.problem = $2) AS others`,
    [refundId, problem],
  )
  if (!called) return
  log.error({ refundId, problem, detail }, 'a refund needs people')
  // Where M-Pesa takes none on, they would come by the dozen.
  if (called.others) return
  await mailSuperAdmins(tx, 'payouts_need_people', {
    alert: `refund_${problem}`,
    detail: `${called.receipt}: ${detail}`,
    id: called.intent_id ?? called.receipt,
  })
}

/** M-Pesa has looked at a refund, or may have: what was said about its not being taken on is over. */
export async function noteLookedAt(on: Queryable, refundId: string): Promise<void> {
  await on.query(
    `UPDATE refund SET tries = 0, tried_since = NULL, problem = CASE WHEN problem = $2 THEN '' ELSE problem END
      WHERE id = $1 AND tries > 0`,
    [refundId, STUCK],
  )
}
