import type { ExpressionBuilder } from 'kysely'
import { addSeconds } from '#lib/core/clock.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { PHONE_WAIT_SECONDS } from './request.ts'

/**
 * SQL: that the account `u` may be paid now: it is active, and its phone number was not changed within the last day. It holds at the
 * approval and as the money is sent, since either may lie long after the other.
 */
export const isPayable = (moment: Date) => (eb: ExpressionBuilder<DB & { u: DB['appUser'] }, 'u'>) =>
  eb.and([
    eb('u.isActive', 'is', true),
    eb.or([
      eb('u.phoneChangedAt', 'is', null),
      eb('u.phoneChangedAt', '<=', addSeconds(moment, -PHONE_WAIT_SECONDS)),
    ]),
  ])
