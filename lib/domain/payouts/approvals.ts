import type { ExpressionBuilder } from 'kysely'
import type { Queryable } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import { isWordKept } from '#lib/domain/approvals/two-people.ts'

/** How many officers have to approve a payout above the threshold. */
export const APPROVERS_NEEDED = 2

/** SQL: how many have approved the payout `p` whose word counts now: they are super admins still, and were not just let back. */
export const approvalsOf = (eb: ExpressionBuilder<DB & { p: DB['payout'] }, 'p'>) =>
  eb
    .selectFrom('payoutApproval as a')
    .innerJoin('appUser as u', 'u.id', 'a.officerId')
    .select((of) => of.fn.countAll<bigint>().as('count'))
    .whereRef('a.payoutId', '=', 'p.id')
    .where(isWordKept)

/**
 * Reads who has approved a payout, the first one first.
 * @param who all of them, or those alone whose word counts now, which is what it waits for
 */
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
