import { now } from '#lib/core/clock.ts'
import { firstRow, type Queryable, rows } from '#lib/core/db.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { log } from '#lib/core/log.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { mailSuperAdmins } from '#lib/domain/mail/commands.ts'
import { requireOthersPayout } from './rows.ts'
import type { AlertKind } from './schema.ts'

/**
 * Calls people: a line in the log, a row that the desk reads, and a mail to every super admin. What is of the whole queue
 * is told once for each kind; the open row is locked then, so that who resumes the queue waits for this payout and takes it
 * along. What is stuck is told once for each payout.
 * @param payoutId locked by the caller; null where it is of the queue alone
 */
export async function raiseAlert(
  tx: Tx,
  kind: AlertKind,
  payoutId: string | null,
  detail: string,
): Promise<void> {
  log.error({ kind, payoutId, detail }, 'a payout needs people')
  const raised = await firstRow<{ id: bigint; isNew: boolean }>(
    tx.client,
    `INSERT INTO payout_alert (kind, payout_id, detail, created_at)
      SELECT $1::payout_alert_kind, $2::uuid, $3, $4 WHERE $1 <> 'stuck' OR NOT EXISTS (
        SELECT FROM payout_alert o WHERE o.payout_id = $2 AND o.kind = 'stuck' AND o.resolved_at IS NULL)
      ON CONFLICT (kind) WHERE resolved_at IS NULL AND kind IN ('no_float', 'initiator_refused', 'all_stuck')
        DO UPDATE SET detail = payout_alert.detail
      RETURNING id, xmax = 0 AS "isNew"`,
    [kind, payoutId, detail, now()],
  )
  if (!raised?.isNew) return
  // The desk lists the payout itself where the alert is about what became of it.
  const isOfPayout = kind === 'unresolved' || kind === 'stuck'
  const id = isOfPayout && payoutId ? payoutId : `alert-${raised.id}`
  await mailSuperAdmins(tx, 'payouts_need_people', { alert: kind, detail, id })
}

/**
 * What became of a payout is known now, by M-Pesa's word or by people's: nobody has to find it out any more, or to ask why
 * it is not taken on. Was it the last that was not, there is none left of whom to say so.
 */
export async function closeOwnAlerts({ client }: Tx, payoutId: string): Promise<void> {
  await client.query(
    `UPDATE payout_alert SET resolved_at = $2 WHERE resolved_at IS NULL
      AND ((payout_id = $1 AND kind IN ('unresolved', 'stuck')) OR (kind = 'all_stuck' AND NOT EXISTS (
        SELECT FROM payout o WHERE o.id <> $1 AND o.state IN ('approved', 'submitting') AND o.tries > 0)))`,
    [payoutId, now()],
  )
}

/**
 * Somebody has looked into a contradiction of M-Pesa's. The same again does nothing.
 * @throws NotFoundError; ForbiddenError about one's own
 * @throws RuleError alert_stays_open (409) for those that end by resuming the queue, or by finding out
 */
export async function acknowledgeAlert(officerId: string, alertId: bigint, address = ''): Promise<void> {
  await transaction(async (tx) => {
    const alert = await firstRow<{ kind: AlertKind; resolved_at: Date | null; payout_id: string | null }>(
      tx.client,
      'SELECT kind::text, resolved_at, payout_id FROM payout_alert WHERE id = $1 FOR NO KEY UPDATE',
      [alertId],
    )
    if (!alert) throw new NotFoundError()
    if (alert.payout_id) await requireOthersPayout(tx.client, alert.payout_id, officerId)
    if (alert.kind !== 'contradiction')
      throw new RuleError('alert_stays_open', 'This alert ends with what has caused it.', 409)
    if (alert.resolved_at) return
    await tx.client.query('UPDATE payout_alert SET resolved_at = $2, resolved_by = $3 WHERE id = $1', [
      alertId,
      now(),
      officerId,
    ])
    const subject = { type: 'payout_alert', id: String(alertId) }
    const after = { kind: alert.kind, payout: alert.payout_id }
    await recordAudit(tx, {
      actor: { id: officerId },
      action: 'payout_alert.acknowledged',
      subject,
      after,
      address,
    })
  })
}

/** Whether the queue waits for people: nothing is sent meanwhile. */
export async function payoutsArePaused(on: Queryable): Promise<boolean> {
  const open = await firstRow(
    on,
    `SELECT 1 FROM payout_alert WHERE resolved_at IS NULL AND kind IN ('no_float', 'initiator_refused') LIMIT 1`,
  )
  return open !== undefined
}

/**
 * The wall is down (float is there, the initiator is let in): the queue goes on, and what ran into it goes out again
 * under a new id.
 * @returns how many payouts go out again
 */
export async function resumePayouts(officerId: string, address = ''): Promise<number> {
  return transaction(async (tx) => {
    const moment = now()
    await tx.client.query(
      `UPDATE payout_alert SET resolved_at = $1, resolved_by = $2
        WHERE resolved_at IS NULL AND kind IN ('no_float', 'initiator_refused')`,
      [moment, officerId],
    )
    const again = await rows<{ id: string }>(
      tx.client,
      `UPDATE payout SET state = 'approved', refusals = refusals + 1, conversation_id = NULL, result_code = NULL,
          tries = 0, tried_since = NULL, next_check_at = NULL
        WHERE state = 'failed' AND is_held RETURNING id`,
    )
    const subject = { type: 'payout_queue', id: 'b2c' }
    const after = { again: again.map(({ id }) => id) }
    await recordAudit(tx, { actor: { id: officerId }, action: 'payouts.resumed', subject, after, address })
    return again.length
  })
}
