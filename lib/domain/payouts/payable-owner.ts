import type { ExpressionBuilder } from 'kysely'
import { addSeconds } from '#lib/core/clock.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { PHONE_WAIT_SECONDS } from './request.ts'

/**
 * SQL: that the account `u` with the profile `k` may be paid now: it is active, its identity is approved, its withdrawals are not frozen,
 * and its phone number was not changed within the last day. It holds at the approval and as the money is sent, since either may lie long
 * after the other. The statement that sends locks both rows, so that it reads them again after a change that it waited for.
 */
export const isPayable =
  (moment: Date) => (eb: ExpressionBuilder<DB & { u: DB['appUser']; k: DB['profile'] }, 'u' | 'k'>) =>
    eb.and([
      eb('u.isActive', 'is', true),
      eb('u.withdrawalsFrozenAt', 'is', null),
      eb('k.kycStatus', '=', 'approved'),
      eb.or([
        eb('u.phoneChangedAt', 'is', null),
        eb('u.phoneChangedAt', '<=', addSeconds(moment, -PHONE_WAIT_SECONDS)),
      ]),
    ])
