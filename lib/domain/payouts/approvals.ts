import type { ExpressionBuilder } from 'kysely'
import type { Queryable } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import { isWordKept } from '#lib/domain/approvals/two-people.ts'

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

/** Returns approvers in order of time. @param who all, or only valid ones, which the payout waits for */
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
