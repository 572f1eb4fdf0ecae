import { sql } from 'kysely'
import { addSeconds, now } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { RuleError } from '#lib/core/errors.ts'
import { kysely } from '#lib/core/kysely.ts'
import { prisma } from '#lib/core/prisma.ts'

/** After one of the staff has invited another, the two do not count as two people for so many seconds. */
const APART_AFTER_SECONDS = 7 * 24 * 3_600

/**
 * Whether one of the staff may confirm what another has proposed: they are two, and neither has invited the other within
 * the last seven days. So nobody confirms their own proposal through an account that they have just made.
 */
export async function areTwoPeople(on: Queryable, one: string, other: string): Promise<boolean> {
  if (one === other) return false
  const recent = addSeconds(now(), -APART_AFTER_SECONDS)
  const invitations = await prisma(on).staffInvitation.count({
    where: {
      AND: [
        {
          OR: [
            { userId: one, invitedById: other },
            { userId: other, invitedById: one },
          ],
        },
        { OR: [{ confirmedAt: null }, { confirmedAt: { gt: recent } }] },
      ],
    },
  })
  return invitations === 0
}

/** @throws RuleError not_two_people (403) */
export async function requireTwoPeople(on: Queryable, proposer: string, approver: string): Promise<void> {
  if (await areTwoPeople(on, proposer, approver)) return
  throw new RuleError(
    'not_two_people',
    'One of you has invited the other less than seven days ago: another super admin has to confirm this.',
    403,
  )
}

/**
 * Whether a super admin is the only one, so that nobody else can confirm anything. Somebody who has been deactivated counts
 * for seven more days, so that nobody becomes the only one by deactivating the others.
 */
export async function isOnlySuperAdmin(on: Queryable, id: string): Promise<boolean> {
  const other = await kysely(on)
    .selectFrom('app_user as u')
    .select('u.id')
    .where('u.role', '=', 'super_admin')
    .where('u.deleted_at', 'is', null)
    .where('u.id', '<>', id)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('staff_invitation as i')
            .select('i.user_id')
            .whereRef('i.user_id', '=', 'u.id')
            .where('i.confirmed_at', 'is', null),
        ),
      ),
    )
    .where((eb) =>
      eb.or([
        eb('u.is_active', 'is', true),
        eb.exists(
          eb
            .selectFrom('audit_event as e')
            .select('e.id')
            .where('e.subject_type', '=', 'user')
            .where('e.subject_id', '=', sql<string>`${eb.ref('u.id')}::text`)
            .where('e.action', '=', 'staff.deactivated')
            .where('e.at', '>', addSeconds(now(), -APART_AFTER_SECONDS)),
        ),
      ]),
    )
    .executeTakeFirst()
  return other === undefined
}
