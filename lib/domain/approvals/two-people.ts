import { sql } from 'kysely'
import { addSeconds, now } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { RuleError } from '#lib/core/errors.ts'
import { kysely } from '#lib/core/kysely.ts'
import { prisma } from '#lib/core/prisma.ts'

/** For so many seconds after a super admin was let in, their word makes no second person. */
const APART_AFTER_SECONDS = 7 * 24 * 3_600

/**
 * Whether one of the staff may confirm what another has proposed: they are two, and each was let in at least seven days ago or
 * was there from the first (a super admin made by the command, or by the seed, has no invitation). Whoever has invited them
 * counts for nothing: through one account that they have just made somebody could make another.
 */
export async function areTwoPeople(on: Queryable, one: string, other: string): Promise<boolean> {
  return (await confirmableBy(on, other, [one])).has(one)
}

/** Returns those of the proposers with whom a reader is two people (`areTwoPeople`), for a whole list at once. */
export async function confirmableBy(
  on: Queryable,
  reader: string,
  proposers: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const others = [...new Set(proposers)].filter((proposer) => proposer !== reader)
  if (others.length === 0) return new Set()
  const newOnes = await findNew(on, [reader, ...others])
  return new Set(newOnes.has(reader) ? [] : others.filter((proposer) => !newOnes.has(proposer)))
}

/** Returns those of them who still wait to be let in, or were let in within the last seven days. */
async function findNew(on: Queryable, ids: string[]): Promise<ReadonlySet<string>> {
  const recent = addSeconds(now(), -APART_AFTER_SECONDS)
  const invitations = await prisma(on).staffInvitation.findMany({
    where: { userId: { in: ids }, OR: [{ confirmedAt: null }, { confirmedAt: { gt: recent } }] },
    select: { userId: true },
  })
  return new Set(invitations.map(({ userId }) => userId))
}

/** @throws RuleError not_two_people (403) */
export async function requireTwoPeople(on: Queryable, proposer: string, approver: string): Promise<void> {
  if (await areTwoPeople(on, proposer, approver)) return
  throw new RuleError(
    'not_two_people',
    'One of you has been a super admin for less than seven days: another super admin has to confirm this.',
    403,
  )
}

/** Whether somebody's word stands for good: they were let in at least seven days ago, or were there from the first. */
export async function isLongThere(on: Queryable, id: string): Promise<boolean> {
  return (await findNew(on, [id])).size === 0
}

/**
 * Refuses the word of somebody who was let in within the last seven days, where it would stand for good and nobody else could
 * make two of it.
 * @throws RuleError not_two_people (403)
 */
export async function requireLongThere(on: Queryable, approver: string): Promise<void> {
  if (await isLongThere(on, approver)) return
  throw new RuleError(
    'not_two_people',
    'You have been a super admin for less than seven days: another super admin has to approve this.',
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
