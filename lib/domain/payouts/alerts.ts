import { now } from '#lib/core/clock.ts'
import { firstRow, type Queryable, rows } from '#lib/core/db.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { log } from '#lib/core/log.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { requireOthersPayout } from './rows.ts'
import type { AlertKind } from './schema.ts'

/**
 * Calls people: a line in the log, and a row that the desk reads. The queue is held up once for each kind; the open row is
 * locked then, so that who resumes the queue waits for this payout and takes it along.
 */
export async function raiseAlert(tx: Tx, kind: AlertKind, payoutId: string, detail: string): Promise<void> {
  log.error({ kind, payoutId, detail }, 'a payout needs people')
  await rows(
    tx.client,
    `INSERT INTO payout_alert (kind, payout_id, detail, created_at) VALUES ($1::payout_alert_kind, $2, $3, $4)
      ON CONFLICT (kind) WHERE resolved_at IS NULL AND kind IN ('no_float', 'initiator_refused')
        DO UPDATE SET detail = payout_alert.detail`,
    [kind, payoutId, detail, now()],
  )
}

/** What nobody knew is known now, by M-Pesa's word or by two people's: nobody has to look any more. */
export async function closeUnresolved({ client }: Tx, payoutId: string): Promise<void> {
  await client.query(
    `UPDATE payout_alert SET resolved_at = $2 WHERE payout_id = $1 AND kind = 'unresolved' AND resolved_at IS NULL`,
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
      `UPDATE payout SET state = 'approved', refusals = refusals + 1, conversation_id = NULL, result_code = NULL
        WHERE state = 'failed' AND is_held RETURNING id`,
    )
    const subject = { type: 'payout_queue', id: 'b2c' }
    const after = { again: again.map(({ id }) => id) }
    await recordAudit(tx, { actor: { id: officerId }, action: 'payouts.resumed', subject, after, address })
    return again.length
  })
}
