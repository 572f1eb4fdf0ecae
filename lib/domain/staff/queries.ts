import { type InferResult, sql } from 'kysely'
import type { z } from 'zod'
import type { listStaff as listStaffCall, StaffMember, StaffPage } from '#lib/contract/staff/calls.ts'
import { withApiNames } from '#lib/core/api-names.ts'
import { db } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { countRows, kysely } from '#lib/core/kysely.ts'
import { containing } from '#lib/core/like-pattern.ts'
import { makePage, rowsOfPage } from '#lib/core/paging.ts'
import { standingOf } from '#lib/domain/approvals/two-people.ts'

/** Officers and super admins, as `u`. */
function staff() {
  return kysely(db())
    .selectFrom('appUser as u')
    .where('u.role', 'in', ['compliance_officer', 'super_admin'])
    .where('u.deletedAt', 'is', null)
}

/** `lastActivity` is the last sign-in, token renewal or audited action. */
function withDetails(people: ReturnType<typeof staff>) {
  return people
    .leftJoin('secondFactorReset as w', (join) =>
      join.onRef('w.userId', '=', 'u.id').on('w.state', '=', 'waiting'),
    )
    .leftJoin('appUser as asker', 'asker.id', 'w.requestedBy')
    .leftJoin('staffInvitation as n', (join) =>
      join.onRef('n.userId', '=', 'u.id').on('n.confirmedAt', 'is', null),
    )
    .select(['u.id', 'u.firstName', 'u.lastName', 'u.username', 'u.email', 'u.role', 'u.isActive'])
    .select(['u.isEmailVerified as hasJoined', 'w.requestedBy as resetAskedBy'])
    .select(['w.requestedAt as resetAskedAt', 'asker.username as resetAsker'])
    .select('n.invitedBy as awaitingInviter')
    .select((eb) => [
      eb
        .selectFrom('staffInvitation as i')
        .innerJoin('appUser as b', 'b.id', 'i.invitedBy')
        .select('b.username')
        .whereRef('i.userId', '=', 'u.id')
        .as('invitedBy'),
      eb
        .cast<boolean>(
          eb.exists(
            eb
              .selectFrom('secondFactor as f')
              .select('f.userId')
              .whereRef('f.userId', '=', 'u.id')
              .where('f.confirmedAt', 'is not', null),
          ),
          'boolean',
        )
        .as('hasSecondFactor'),
      eb
        .selectFrom('kycReview as r')
        .select((e) => e.cast<number>(e.fn.countAll(), 'int4').as('count'))
        .whereRef('r.officerId', '=', 'u.id')
        .as('kycReviewsCount'),
      eb
        .fn<Date | null>('greatest', [
          'u.lastActiveAt',
          eb
            .selectFrom('auditEvent as e')
            .select((e) => e.fn.max('e.at').as('at'))
            .whereRef('e.actorId', '=', 'u.id'),
        ])
        .as('lastActivity'),
    ])
}

type Row = InferResult<ReturnType<typeof withDetails>>[number]

/**
 * Lists staff by name, active members first.
 * @param reader id of the super admin who reads
 * @throws NotFoundError `page_unknown` past the end
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
    .$if(is_active !== undefined, (all) => all.where('u.isActive', '=', is_active === 'true'))
  const count = await countRows(wanted)
  const { limit, offset } = rowsOfPage(count, page, page_size)
  const found = await withDetails(wanted)
    .orderBy('u.isActive', 'desc')
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

/** @param reader as in `listStaff` @throws NotFoundError unless the id is of staff */
export async function readStaffMember(id: string, reader: string): Promise<StaffMember> {
  const row = await withDetails(staff().where('u.id', '=', id)).executeTakeFirst()
  if (!row) throw new NotFoundError()
  return present(row, reader)
}

async function present(
  { resetAskedBy: asker, resetAsker, resetAskedAt, awaitingInviter: inviter, role, ...row }: Row,
  reader: string,
): Promise<StaffMember> {
  const isWaiting = asker !== null && resetAsker !== null && resetAskedAt !== null
  const others = [asker, inviter].filter((id) => id !== null)
  const { confirmable, gone } = await standingOf(db(), reader, others)
  return {
    ...withApiNames(row),
    role: role === 'super_admin' ? role : 'compliance_officer',
    awaits_confirmation: inviter !== null,
    is_inviter_gone: inviter !== null && gone.has(inviter),
    kyc_reviews_count: row.kycReviewsCount ?? 0,
    second_factor_reset: isWaiting
      ? {
          requested_by: resetAsker,
          requested_at: resetAskedAt.toISOString(),
          can_approve: reader !== row.id && confirmable.has(asker),
          is_requester_gone: gone.has(asker),
        }
      : null,
  }
}
