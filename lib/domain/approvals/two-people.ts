import { type ExpressionBuilder, sql } from 'kysely'
import { addSeconds, now } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { ForbiddenError, RuleError } from '#lib/core/errors.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'

/** For so many seconds after a super admin was let in, or let back, their word makes no second person. */
const APART_AFTER_SECONDS = 7 * 24 * 3_600

/** SQL: whether the person `u` is a super admin now. What somebody said before they were deactivated or lost the role counts no more. */
export const isSuperAdmin = (eb: ExpressionBuilder<DB & { u: DB['appUser'] }, 'u'>) =>
  eb.and([eb('u.role', '=', sql.lit('super_admin')), eb('u.isActive', 'is', true)])

/** SQL: whether what the person `u` has approved counts now. The word of who is let back counts again after the seven days. */
export const isWordKept = (eb: ExpressionBuilder<DB & { u: DB['appUser'] }, 'u'>) =>
  eb.and([isSuperAdmin(eb), eb.not(wasLetBack(eb, addSeconds(now(), -APART_AFTER_SECONDS)))])

/** Of those who have proposed something, as a reader sees it. */
export type ProposersStanding = {
  /** With whom the reader is two people: what they have proposed, the reader may confirm. */
  readonly confirmable: ReadonlySet<string>
  /** Who is no super admin any more: nobody confirms what they have proposed, and it is called off. */
  readonly gone: ReadonlySet<string>
}

/**
 * Reads how the proposers of a whole list stand to a reader. Two of the staff are two people where both are super admins now, and
 * each was let in at least seven days ago or was there from the first (a super admin made by the command, or by the seed, has no
 * invitation). Whoever has invited them counts for nothing: through one account that they have just made somebody could make another.
 * Whoever was deactivated and let back counts as new (`wasLetBack`).
 */
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
 * Selects whose word counts: `gone` is who is no super admin now, `new` is who still waits to be let in, or was let in or let back
 * within the last seven days.
 */
function wordsQuery(on: Queryable, ids: readonly string[]) {
  const recent = addSeconds(now(), -APART_AFTER_SECONDS)
  return kysely(on)
    .selectFrom('appUser as u')
    .leftJoin('staffInvitation as i', 'i.userId', 'u.id')
    .select('u.id')
    .select((eb) =>
      eb
        .case()
        .when(eb.not(isSuperAdmin(eb)))
        .then(sql.lit<Word>('gone'))
        .when(
          eb.or([
            eb.and([
              eb('i.userId', 'is not', null),
              eb.or([eb('i.confirmedAt', 'is', null), eb('i.confirmedAt', '>', recent)]),
            ]),
            wasLetBack(eb, recent),
          ]),
        )
        .then(sql.lit<Word>('new'))
        .else(sql.lit<Word>('counts'))
        .end()
        .as('word'),
    )
    .where('u.id', '=', anyOf(ids))
    .orderBy('u.id')
}

type Word = 'gone' | 'new' | 'counts'

/**
 * SQL: whether the person `u` was deactivated and let back since a moment. One super admin lets somebody back, and would make a
 * second person of an account that others have shut out. Who had deactivated them within the seven days before only takes that back.
 */
function wasLetBack(eb: ExpressionBuilder<DB & { u: DB['appUser'] }, 'u'>, since: Date) {
  const weekBefore = sql<Date>`${sql.ref('e.at')} - make_interval(secs => ${APART_AFTER_SECONDS})`
  return eb.exists(
    eb
      .selectFrom('auditEvent as e')
      .select('e.id')
      .where('e.subjectType', '=', 'user')
      .where('e.subjectId', '=', sql<string>`${eb.ref('u.id')}::text`)
      .where('e.action', '=', 'staff.activated')
      .where('e.at', '>', since)
      .where((of) =>
        of(
          'e.actorId',
          'is distinct from',
          of
            .selectFrom('auditEvent as d')
            .select('d.actorId')
            .where('d.subjectType', '=', 'user')
            .whereRef('d.subjectId', '=', 'e.subjectId')
            .where('d.action', '=', 'staff.deactivated')
            .whereRef('d.id', '<', 'e.id')
            .where('d.at', '>', weekBefore)
            .orderBy('d.id', 'desc')
            .limit(1),
        ),
      ),
  )
}

/**
 * Reads whose word counts, and keeps it so until the transaction ends: who is deactivated meanwhile waits. All of them are locked
 * at once and in the order of `lockStaff`, so that the two never wait for each other in a circle.
 */
async function lockWords(on: Queryable, ids: readonly string[]) {
  await kysely(on)
    .selectFrom('appUser')
    .select('id')
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forShare()
    .execute()
  // A statement of its own after the lock: it has to see the record of whoever was let back while this waited.
  return wordsOf(await wordsQuery(on, ids).execute())
}

function wordsOf(found: readonly { id: string; word: Word }[]): (id: string) => Word {
  const words = new Map(found.map(({ id, word }) => [id, word]))
  return (id) => words.get(id) ?? 'gone'
}

/**
 * Refuses a confirmation where the two are not two people (`standingOf`), and keeps both at the desk until the transaction ends.
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
const requesterGone = () => new RuleError('requester_gone', 409)

const notTwoPeople = () => new RuleError('not_two_people', 403)

/** Whether somebody's word stands for good: they were let in or let back at least seven days ago, or were there from the first. */
export async function isLongThere(on: Queryable, id: string): Promise<boolean> {
  return wordsOf(await wordsQuery(on, [id]).execute())(id) === 'counts'
}

/**
 * Refuses the word of somebody who was let in or let back within the last seven days, where it would stand for good and nobody else could
 * make two of it. Keeps at the desk until the transaction ends whoever said the same before: the word of who has left it, or was let
 * back, does not count (`isWordKept`), and holds up nobody.
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
  if (wordOf(approver) === 'new') throw new RuleError('not_two_people.approve', 403)
}

/**
 * Whether a super admin is the only one, so that nobody else can confirm anything. Somebody who has been deactivated counts
 * for seven more days, so that nobody becomes the only one by deactivating the others; so does whoever was let in and had their
 * invitation withdrawn, unless the super admin has invited them: who takes back their own word is as alone as before it.
 */
export async function isOnlySuperAdmin(on: Queryable, id: string): Promise<boolean> {
  const other = await kysely(on)
    .selectFrom('appUser as u')
    .leftJoin('staffInvitation as i', 'i.userId', 'u.id')
    .select('u.id')
    .where('u.role', '=', 'super_admin')
    .where('u.id', '<>', id)
    .where((eb) => eb.or([eb('i.userId', 'is', null), eb('i.confirmedAt', 'is not', null)]))
    .where((eb) =>
      eb.or([
        eb('u.isActive', 'is', true),
        eb.and([
          eb.or([eb('u.deletedAt', 'is', null), eb('i.invitedBy', '<>', id)]),
          eb.exists(
            eb
              .selectFrom('auditEvent as e')
              .select('e.id')
              .where('e.subjectType', '=', 'user')
              .where('e.subjectId', '=', sql<string>`${eb.ref('u.id')}::text`)
              .where('e.action', 'in', ['staff.deactivated', 'staff.withdrawn'])
              .where('e.at', '>', addSeconds(now(), -APART_AFTER_SECONDS)),
          ),
        ]),
      ]),
    )
    .executeTakeFirst()
  return other === undefined
}
