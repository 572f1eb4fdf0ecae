import type { ExpressionBuilder } from 'kysely'
import { addSeconds } from '#lib/core/clock.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { PHONE_WAIT_SECONDS } from './request.ts'

/**
 * SQL: whether account `u` with profile `k` may be paid: active, identity approved, not frozen, and no change
 * of the phone within a day. Checked at the approval and again at sending, since much time may lie between.
 * The sending statement locks both rows, to see a concurrent change.
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
