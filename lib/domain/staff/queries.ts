import { type InferResult, sql } from 'kysely'
import type { z } from 'zod'
import type { listStaff as listStaffCall, StaffMember, StaffPage } from '#lib/contract/staff/calls.ts'
import { db } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { countRows, kysely } from '#lib/core/kysely.ts'
import { containing } from '#lib/core/like-pattern.ts'
import { makePage, rowsOfPage } from '#lib/core/paging.ts'
import { standingOf } from '#lib/domain/approvals/two-people.ts'

/** Selects officers and super admins, as `u`. */
function staff() {
  return kysely(db())
    .selectFrom('app_user as u')
    .where('u.role', 'in', ['compliance_officer', 'super_admin'])
    .where('u.deleted_at', 'is', null)
}

/**
 * Adds what is shown of staff. Somebody was last active when they signed in, when their browser renewed its token, or when they
 * last did something.
 */
function withDetails(people: ReturnType<typeof staff>) {
  return people
    .leftJoin('second_factor_reset as w', (join) =>
      join.onRef('w.user_id', '=', 'u.id').on('w.state', '=', 'waiting'),
    )
    .leftJoin('app_user as asker', 'asker.id', 'w.requested_by')
    .leftJoin('staff_invitation as n', (join) =>
      join.onRef('n.user_id', '=', 'u.id').on('n.confirmed_at', 'is', null),
    )
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.username', 'u.email', 'u.role', 'u.is_active'])
    .select(['u.is_email_verified as has_joined', 'w.requested_by as reset_asked_by'])
    .select(['w.requested_at as reset_asked_at', 'asker.username as reset_asker'])
    .select('n.invited_by as awaiting_inviter')
    .select((eb) => [
      eb
        .selectFrom('staff_invitation as i')
        .innerJoin('app_user as b', 'b.id', 'i.invited_by')
        .select('b.username')
        .whereRef('i.user_id', '=', 'u.id')
        .as('invited_by'),
      eb
        .cast<boolean>(
          eb.exists(
            eb
              .selectFrom('second_factor as f')
              .select('f.user_id')
              .whereRef('f.user_id', '=', 'u.id')
              .where('f.confirmed_at', 'is not', null),
          ),
          'boolean',
        )
        .as('has_second_factor'),
      eb
        .selectFrom('kyc_review as r')
        .select((e) => e.cast<number>(e.fn.countAll(), 'int4').as('count'))
        .whereRef('r.officer_id', '=', 'u.id')
        .as('kyc_reviews_count'),
      eb
        .fn<Date | null>('greatest', [
          'u.last_active_at',
          eb
            .selectFrom('audit_event as e')
            .select((e) => e.fn.max('e.at').as('at'))
            .whereRef('e.actor_id', '=', 'u.id'),
        ])
        .as('last_activity'),
    ])
}

type Row = InferResult<ReturnType<typeof withDetails>>[number]

/**
 * Lists officers and super admins: the active ones first, then by name.
 * @param reader the id of who reads it
 * @throws NotFoundError 'Invalid page.' past the end
 */
export async function listStaff(
  { page, page_size, search, is_active }: z.output<typeof listStaffCall.query>,
  reader: string,
): Promise<StaffPage> {
  const words = search ? containing(search) : null
  const fullName = sql<string>`u.first_name || ' ' || u.last_name`
  const wanted = staff()
    .$if(words !== null, (all) =>
      all.where((eb) =>
        eb.or([
          eb('u.username', 'ilike', words ?? ''),
          eb('u.email', 'ilike', words ?? ''),
          eb(fullName, 'ilike', words ?? ''),
        ]),
      ),
    )
    .$if(is_active !== undefined, (all) => all.where('u.is_active', '=', is_active === 'true'))
  const count = await countRows(wanted)
  const { limit, offset } = rowsOfPage(count, page, page_size)
  const found = await withDetails(wanted)
    .orderBy('u.is_active', 'desc')
    .orderBy(sql`lower(${fullName})`)
    .orderBy('u.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return makePage(
    '/admin/compliance-staff/',
    { search, is_active, page_size },
    { count, page, page_size },
    await Promise.all(found.map((row) => present(row, reader))),
  )
}

/** @param reader the id of who reads it @throws NotFoundError where nobody of the staff has that id */
export async function readStaffMember(id: string, reader: string): Promise<StaffMember> {
  const row = await withDetails(staff().where('u.id', '=', id)).executeTakeFirst()
  if (!row) throw new NotFoundError()
  return present(row, reader)
}

async function present(
  {
    reset_asked_by: asker,
    reset_asker,
    reset_asked_at,
    awaiting_inviter: inviter,
    kyc_reviews_count,
    role,
    ...row
  }: Row,
  reader: string,
): Promise<StaffMember> {
  const isWaiting = asker !== null && reset_asker !== null && reset_asked_at !== null
  const others = [asker, inviter].filter((id) => id !== null)
  const { confirmable, gone } = await standingOf(db(), reader, others)
  return {
    ...row,
    role: role === 'super_admin' ? role : 'compliance_officer',
    awaits_confirmation: inviter !== null,
    is_inviter_gone: inviter !== null && gone.has(inviter),
    kyc_reviews_count: kyc_reviews_count ?? 0,
    last_activity: row.last_activity?.toISOString() ?? null,
    second_factor_reset: isWaiting
      ? {
          requested_by: reset_asker,
          requested_at: reset_asked_at.toISOString(),
          can_approve: reader !== row.id && confirmable.has(asker),
          is_requester_gone: gone.has(asker),
        }
      : null,
  }
}
