import { addSeconds, now } from '#lib/core/clock.ts'
import { firstRow, rows } from '#lib/core/db.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { shillings } from '#lib/core/money.ts'
import { transaction } from '#lib/core/outbox.ts'
import { requireTwoPeople } from '#lib/domain/approvals/two-people.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import { PHONE_WAIT_SECONDS } from './request.ts'
import { lockPayout, requireOthersPayout } from './rows.ts'

/** How many have to say yes to a payout above the threshold. */
export const PEOPLE = 2

/**
 * One officer's yes to a payout above the threshold. With the second one's the worker approves it when its time has
 * come; the same officer's again counts once.
 * @returns how many have said yes
 * @throws NotFoundError; ForbiddenError for one's own, or to one's own phone; RuleError not_waiting (409), not_two_people (403)
 */
export async function approvePayout(officerId: string, payoutId: string, address = ''): Promise<number> {
  return transaction(async (tx) => {
    const payout = await lockPayout(tx.client, payoutId)
    if (!payout) throw new NotFoundError()
    await requireOthersPayout(tx.client, payout.id, officerId)
    if (payout.state !== 'requested')
      throw new RuleError('not_waiting', 'This payout does not wait for an approval.', 409)
    const others = await rows<{ officer_id: string }>(
      tx.client,
      'SELECT officer_id FROM payout_approval WHERE payout_id = $1 AND officer_id <> $2',
      [payoutId, officerId],
    )
    for (const { officer_id } of others) await requireTwoPeople(tx.client, officer_id, officerId)
    const added = await tx.client.query(
      'INSERT INTO payout_approval (payout_id, officer_id, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [payoutId, officerId, now()],
    )
    if (added.rowCount === 1) {
      const subject = { type: 'payout', id: payout.id }
      await recordAudit(tx, { actor: { id: officerId }, action: 'payout.approved', subject, address })
    }
    const row = await firstRow<{ count: number }>(
      tx.client,
      'SELECT count(*)::int AS count FROM payout_approval WHERE payout_id = $1',
      [payoutId],
    )
    return row?.count ?? 0
  })
}

/**
 * Approves by the clock what is due: below the threshold by itself, above it with the yes of two people. Closed accounts
 * wait, and so does whoever has changed their phone number within the last day.
 * @returns how many
 */
export async function approveDuePayouts(): Promise<number> {
  const moment = now()
  const { payout_second_approval_above: threshold } = await readSettings()
  return transaction(async ({ client }) => {
    const approved = await client.query(
      `UPDATE payout SET state = 'approved', approved_at = $1 WHERE id IN (
        SELECT p.id FROM payout p JOIN app_user u ON u.id = p.owner_id
        WHERE p.state = 'requested' AND p.is_held AND p.approve_after <= $1 AND u.is_active
          AND (u.phone_changed_at IS NULL OR u.phone_changed_at <= $2)
          AND (p.amount <= $3 OR (SELECT count(*) FROM payout_approval a WHERE a.payout_id = p.id) >= $4)
        FOR NO KEY UPDATE OF p SKIP LOCKED)`,
      [moment, addSeconds(moment, -PHONE_WAIT_SECONDS), shillings(threshold), PEOPLE],
    )
    return approved.rowCount ?? 0
  })
}
