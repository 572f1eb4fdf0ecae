import { type ExpressionBuilder, sql } from 'kysely'
import { addSeconds, now } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { ForbiddenError, RuleError } from '#lib/core/errors.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'

/** For so many seconds after a super admin was let in, their word makes no second person. */
const APART_AFTER_SECONDS = 7 * 24 * 3_600

/** SQL: whether the person `u` is a super admin now. What somebody said before they were deactivated or lost the role counts no more. */
export const isSuperAdmin = (eb: ExpressionBuilder<DB & { u: DB['app_user'] }, 'u'>) =>
  eb.and([eb('u.role', '=', sql.lit('super_admin')), eb('u.is_active', 'is', true)])

/**
 * Whether one of the staff may confirm what another has proposed: they are two, both are super admins now, and each was let in at
 * least seven days ago or was there from the first (a super admin made by the command, or by the seed, has no invitation).
 * Whoever has invited them counts for nothing: through one account that they have just made somebody could make another.
 */
export async function areTwoPeople(on: Queryable, one: string, other: string): Promise<boolean> {
  return (await standingOf(on, one, [other])).confirmable.has(other)
}

/** Of those who have proposed something, as a reader sees it. */
export type ProposersStanding = {
  /** With whom the reader is two people (`areTwoPeople`). */
  readonly confirmable: ReadonlySet<string>
  /** Who is no super admin any more: nobody confirms what they have proposed, and it is called off. */
  readonly gone: ReadonlySet<string>
}

/** Reads how the proposers of a whole list stand to a reader. */
export async function standingOf(
  on: Queryable,
  reader: string,
  proposers: Iterable<string>,
): Promise<ProposersStanding> {
  const others = [...new Set(proposers)]
  if (others.length === 0) return { confirmable: new Set(), gone: new Set() }
  const wordOf = wordsOf(await wordsQuery(on, [reader, ...others]).execute())
  const counts = (id: string) => wordOf(id) === 'counts'
  return {
    confirmable: new Set(counts(reader) ? others.filter((id) => id !== reader && counts(id)) : []),
    gone: new Set(others.filter((id) => wordOf(id) === 'gone')),
  }
}

/**
 * Selects whose word counts: `gone` is who is no super admin now, `new` is who still waits to be let in, or was let in within the
 * last seven days.
 */
function wordsQuery(on: Queryable, ids: readonly string[]) {
  const recent = addSeconds(now(), -APART_AFTER_SECONDS)
  return kysely(on)
    .selectFrom('app_user as u')
    .leftJoin('staff_invitation as i', 'i.user_id', 'u.id')
    .select('u.id')
    .select((eb) =>
      eb
        .case()
        .when(eb.not(isSuperAdmin(eb)))
        .then(sql.lit<Word>('gone'))
        .when(
          eb.and([
            eb('i.user_id', 'is not', null),
            eb.or([eb('i.confirmed_at', 'is', null), eb('i.confirmed_at', '>', recent)]),
          ]),
        )
        .then(sql.lit<Word>('new'))
        .else(sql.lit<Word>('counts'))
        .end()
        .as('word'),
    )
    .where('u.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('u.id')
}

type Word = 'gone' | 'new' | 'counts'

/**
 * Reads whose word counts, and keeps it so until the transaction ends: who is deactivated meanwhile waits. All of them are locked
 * at once and in the order of `lockStaff`, so that the two never wait for each other in a circle.
 */
async function lockWords(on: Queryable, ids: readonly string[]) {
  return wordsOf(await wordsQuery(on, ids).forShare('u').execute())
}

function wordsOf(found: readonly { id: string; word: Word }[]): (id: string) => Word {
  const words = new Map(found.map(({ id, word }) => [id, word]))
  return (id) => words.get(id) ?? 'gone'
}

/**
 * Refuses a confirmation where the two are not two people (`areTwoPeople`), and keeps both at the desk until the transaction ends.
 * @throws ForbiddenError where the approver was deactivated in this moment
 * @throws RuleError requester_gone (409), not_two_people (403)
 */
export async function requireTwoPeople(on: Queryable, proposer: string, approver: string): Promise<void> {
  const wordOf = await lockWords(on, [proposer, approver])
  if (wordOf(approver) === 'gone') throw new ForbiddenError()
  if (wordOf(proposer) === 'gone') throw requesterGone()
  if (proposer === approver || [proposer, approver].some((id) => wordOf(id) === 'new')) throw notTwoPeople()
}

/** Is thrown where nobody may confirm something any more, since a word that counts for nothing is half of it. */
export const requesterGone = () =>
  new RuleError(
    'requester_gone',
    'Who asked for this is no super admin any more. Call it off, and ask for it anew.',
    409,
  )

const notTwoPeople = () =>
  new RuleError(
    'not_two_people',
    'One of you has been a super admin for less than seven days: another super admin has to confirm this.',
    403,
  )

/** Whether somebody's word stands for good: they were let in at least seven days ago, or were there from the first. */
export async function isLongThere(on: Queryable, id: string): Promise<boolean> {
  return wordsOf(await wordsQuery(on, [id]).execute())(id) === 'counts'
}

/**
 * Refuses the word of somebody who was let in within the last seven days, where it would stand for good and nobody else could
 * make two of it. Keeps at the desk until the transaction ends whoever said the same before: the word of who has left it counts
 * no more, and holds up nobody.
 * @param besides who said the same before
 * @throws ForbiddenError where the approver was deactivated in this moment
 * @throws RuleError not_two_people (403)
 */
export async function requireLongThere(
  on: Queryable,
  approver: string,
  besides: readonly string[],
): Promise<void> {
  const wordOf = await lockWords(on, [approver, ...besides])
  if (wordOf(approver) === 'gone') throw new ForbiddenError()
  if (wordOf(approver) === 'new')
    throw new RuleError(
      'not_two_people',
      'You have been a super admin for less than seven days: another super admin has to approve this.',
      403,
    )
  if (besides.some((id) => wordOf(id) === 'new')) throw notTwoPeople()
}

/**
 * Whether a super admin is the only one, so that nobody else can confirm anything. Somebody who has been deactivated counts
 * for seven more days, so that nobody becomes the only one by deactivating the others; so does whoever was let in and had their
 * invitation withdrawn, unless the super admin has invited them: who takes back their own word is as alone as before it.
 */
export async function isOnlySuperAdmin(on: Queryable, id: string): Promise<boolean> {
  const other = await kysely(on)
    .selectFrom('app_user as u')
    .leftJoin('staff_invitation as i', 'i.user_id', 'u.id')
    .select('u.id')
    .where('u.role', '=', 'super_admin')
    .where('u.id', '<>', id)
    .where((eb) => eb.or([eb('i.user_id', 'is', null), eb('i.confirmed_at', 'is not', null)]))
    .where((eb) =>
      eb.or([
        eb('u.is_active', 'is', true),
        eb.and([
          eb.or([eb('u.deleted_at', 'is', null), eb('i.invited_by', '<>', id)]),
          eb.exists(
            eb
              .selectFrom('audit_event as e')
              .select('e.id')
              .where('e.subject_type', '=', 'user')
              .where('e.subject_id', '=', sql<string>`${eb.ref('u.id')}::text`)
              .where('e.action', 'in', ['staff.deactivated', 'staff.withdrawn'])
              .where('e.at', '>', addSeconds(now(), -APART_AFTER_SECONDS)),
          ),
        ]),
      ]),
    )
    .executeTakeFirst()
  return other === undefined
}
