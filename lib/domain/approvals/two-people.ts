import { addSeconds, now } from '#lib/core/clock.ts'
import { firstRow, type Queryable } from '#lib/core/db.ts'
import { RuleError } from '#lib/core/errors.ts'

/** So long two of the staff do not count as two people after one has brought the other to the desk, in seconds. */
export const APART_AFTER_SECONDS = 7 * 24 * 3_600

/**
 * Whether one of the staff may confirm what another has proposed: they are two, and neither has invited the other within
 * the last seven days, so that nobody agrees with themselves through an account that they have just made.
 */
export async function areTwoPeople(on: Queryable, one: string, other: string): Promise<boolean> {
  if (one === other) return false
  const invited = await firstRow(
    on,
    `SELECT 1 FROM staff_invitation WHERE coalesce(confirmed_at, $3) > $4
      AND ((user_id = $1 AND invited_by = $2) OR (user_id = $2 AND invited_by = $1))`,
    [one, other, now(), addSeconds(now(), -APART_AFTER_SECONDS)],
  )
  return invited === undefined
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
 * Whether a super admin is the only one there is: nobody else could confirm anything. Whoever has deactivated the others is
 * not alone before seven days are over.
 */
export async function isOnlySuperAdmin(on: Queryable, id: string): Promise<boolean> {
  const other = await firstRow(
    on,
    `SELECT 1 FROM app_user u WHERE u.role = 'super_admin' AND u.deleted_at IS NULL AND u.id <> $1
      AND NOT EXISTS (SELECT FROM staff_invitation i WHERE i.user_id = u.id AND i.confirmed_at IS NULL)
      AND (u.is_active OR EXISTS (SELECT FROM audit_event e WHERE e.subject_type = 'user' AND e.subject_id = u.id::text
        AND e.action = 'staff.deactivated' AND e.at > $2))`,
    [id, addSeconds(now(), -APART_AFTER_SECONDS)],
  )
  return other === undefined
}
