import type { z } from 'zod'
import type { listStaff as listStaffCall, StaffMember, StaffPage } from '#lib/contract/staff/calls.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { containing } from '#lib/core/like-pattern.ts'
import { makePage, rowsOfPage } from '#lib/core/paging.ts'
import { areTwoPeople } from '#lib/domain/approvals/two-people.ts'

type Row = Omit<StaffMember, 'last_activity' | 'second_factor_reset'> & {
  last_activity: Date | null
  reset_asked_by: string | null
  reset_asker: string | null
  reset_asked_at: Date | null
}

/** Somebody was last active when they signed in, when their browser renewed its token, or when they last did something. */
const SELECT = `SELECT u.id, u.first_name, u.last_name, u.username, u.email, u.role::text AS role, u.is_active,
    u.is_email_verified AS has_joined,
    EXISTS (SELECT 1 FROM staff_invitation i WHERE i.user_id = u.id AND i.confirmed_at IS NULL) AS awaits_confirmation,
    (SELECT b.username FROM staff_invitation i JOIN app_user b ON b.id = i.invited_by WHERE i.user_id = u.id) AS invited_by,
    EXISTS (SELECT 1 FROM second_factor f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS has_second_factor,
    (SELECT count(*)::int FROM kyc_review r WHERE r.officer_id = u.id) AS kyc_reviews_count,
    greatest(u.last_active_at, (SELECT max(e.at) FROM audit_event e WHERE e.actor_id = u.id)) AS last_activity,
    w.requested_by AS reset_asked_by, w.requested_at AS reset_asked_at, asker.username AS reset_asker
  FROM app_user u LEFT JOIN second_factor_reset w ON w.user_id = u.id AND w.state = 'waiting'
  LEFT JOIN app_user asker ON asker.id = w.requested_by`
const IS_STAFF = `u.role IN ('compliance_officer', 'super_admin') AND u.deleted_at IS NULL`

/**
 * Officers and super admins: the active ones first, then by name.
 * @param reader the id of who reads it
 * @throws NotFoundError 'Invalid page.' past the end
 */
export async function listStaff(
  { page, page_size, search, is_active }: z.output<typeof listStaffCall.query>,
  reader: string,
): Promise<StaffPage> {
  const where = `WHERE ${IS_STAFF} AND ($1::text IS NULL OR u.username ILIKE $1 OR u.email ILIKE $1
      OR u.first_name || ' ' || u.last_name ILIKE $1) AND ($2::boolean IS NULL OR u.is_active = $2)`
  const values = [search ? containing(search) : null, is_active ?? null]
  const total = await firstRow<{ count: number }>(
    db(),
    `SELECT count(*)::int AS count FROM app_user u ${where}`,
    values,
  )
  const count = total?.count ?? 0
  const { limit, offset } = rowsOfPage(count, page, page_size)
  const found = await rows<Row>(
    db(),
    `${SELECT} ${where} ORDER BY u.is_active DESC, lower(u.first_name || ' ' || u.last_name), u.id LIMIT $3 OFFSET $4`,
    [...values, limit, offset],
  )
  return makePage(
    '/admin/compliance-staff/',
    { search, is_active, page_size },
    { count, page, page_size },
    await Promise.all(found.map((row) => present(row, reader))),
  )
}

/** @param reader the id of who reads it @throws NotFoundError where nobody of the staff has that id */
export async function readStaffMember(id: string, reader: string): Promise<StaffMember> {
  const row = await firstRow<Row>(db(), `${SELECT} WHERE ${IS_STAFF} AND u.id = $1`, [id])
  if (!row) throw new NotFoundError()
  return present(row, reader)
}

async function present(
  { reset_asked_by: asker, reset_asker, reset_asked_at, ...row }: Row,
  reader: string,
): Promise<StaffMember> {
  const isWaiting = asker !== null && reset_asker !== null && reset_asked_at !== null
  return {
    ...row,
    last_activity: row.last_activity?.toISOString() ?? null,
    second_factor_reset: isWaiting
      ? {
          requested_by: reset_asker,
          requested_at: reset_asked_at.toISOString(),
          can_approve: reader !== row.id && (await areTwoPeople(db(), reader, asker)),
        }
      : null,
  }
}
