import { type ExpressionBuilder, sql } from 'kysely'
import { now } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import { shillings } from '#lib/core/money.ts'
import { transaction } from '#lib/core/outbox.ts'
import { isWordKept, requireLongThere } from '#lib/domain/approvals/two-people.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { isFreeOfSignals } from '#lib/domain/fraud/share-holds.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import { isPayable, lockPayout, requireOthersPayout } from './rows.ts'

/**
 * Adds an officer's approval of a payout above the threshold; each officer counts once. After two approvals
 * the worker approves the payout when due.
 * @returns how many valid approvals there are
 * @throws NotFoundError; ForbiddenError for one's own payout, to one's own phone, or if deactivated
 *   meanwhile; RuleError not_waiting (409), not_two_people (403)
 */
export async function approvePayout(officerId: string, payoutId: string, address = ''): Promise<number> {
  return transaction(async (tx) => {
    const payout = await lockPayout(tx.client, payoutId)
    if (!payout) throw new NotFoundError()
    await requireOthersPayout(tx.client, payout.id, officerId)
    if (payout.state !== 'requested') throw new RuleError('not_waiting.payout', 409)
    const others = await tx.kysely
      .selectFrom('payoutApproval')
      .select('officerId')
      .where('payoutId', '=', payoutId)
      .where('officerId', '<>', officerId)
      .execute()
    await requireLongThere(
      tx.client,
      officerId,
      others.map((other) => other.officerId),
    )
    const added = await tx.kysely
      .insertInto('payoutApproval')
      .values({ payoutId, officerId, createdAt: now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows === 1n) {
      const subject = { type: 'payout', id: payout.id }
      await recordAudit(tx, { actor: { id: officerId }, action: 'payout.approved', subject, address })
    }
    return (await readApprovers(tx.client, payoutId, 'counting')).length
  })
}

/**
 * Approves payouts up to the threshold, and above it with two valid approvals. Payouts wait while their owner
 * cannot be paid (`isPayable`), or if they take a share of a gift with an open signal.
 * @returns how many
 */
export async function approveDuePayouts(): Promise<number> {
  const moment = now()
  const { payout_second_approval_above: threshold } = await readSettings()
  return transaction(async (tx) => {
    const approved = await tx.kysely
      .updateTable('payout')
      .set({ state: 'approved', approvedAt: moment })
      .where('id', 'in', (of) =>
        of
          .selectFrom('payout as p')
          .innerJoin('appUser as u', 'u.id', 'p.ownerId')
          .innerJoin('profile as k', 'k.userId', 'u.id')
          .select('p.id')
          .where('p.state', '=', sql.lit('requested'))
          .where('p.isHeld', 'is', true)
          .where('p.approveAfter', '<=', moment)
          .where(isPayable(moment))
          .where(isFreeOfSignals)
          .where((eb) =>
            eb.or([
              eb('p.amount', '<=', shillings(threshold)),
              eb(approvalsOf(eb), '>=', BigInt(APPROVERS_NEEDED)),
            ]),
          )
          .forNoKeyUpdate('p')
          .skipLocked(),
      )
      .executeTakeFirst()
    return Number(approved.numUpdatedRows)
  })
}

/** Officers per payout above the threshold. */
export const APPROVERS_NEEDED = 2

/** SQL: valid approvals of payout `p`: by current super admins, not recently reinstated. */
export const approvalsOf = (eb: ExpressionBuilder<DB & { p: DB['payout'] }, 'p'>) =>
  eb
    .selectFrom('payoutApproval as a')
    .innerJoin('appUser as u', 'u.id', 'a.officerId')
    .select((of) => of.fn.countAll<bigint>().as('count'))
    .whereRef('a.payoutId', '=', 'p.id')
    .where(isWordKept)

/** Returns approvers in order of time. @param who all, or only those whose approval counts */
export function readApprovers(
  on: Queryable,
  payoutId: string,
  who: 'all' | 'counting',
): Promise<{ id: string; username: string }[]> {
  return kysely(on)
    .selectFrom('payoutApproval as a')
    .innerJoin('appUser as u', 'u.id', 'a.officerId')
    .select(['u.id', 'u.username'])
    .where('a.payoutId', '=', payoutId)
    .$if(who === 'counting', (all) => all.where(isWordKept))
    .orderBy('a.createdAt')
    .execute()
}
