import { type ExpressionBuilder, sql } from 'kysely'
import { addSeconds, now } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { ForbiddenError, RuleError } from '#lib/core/errors.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'

/** Seconds after an admission or reinstatement until a super admin counts as a second person. */
const APART_AFTER_SECONDS = 7 * 24 * 3_600

/**
 * SQL: whether `u` is a super admin now. Approvals by people who were deactivated or lost the role do not
 * count.
 */
export const isSuperAdmin = (eb: ExpressionBuilder<DB & { u: DB['appUser'] }, 'u'>) =>
  eb.and([eb('u.role', '=', sql.lit('super_admin')), eb('u.isActive', 'is', true)])

/** SQL: whether approvals of `u` count now. After a reinstatement they count again after seven days. */
export const isWordKept = (eb: ExpressionBuilder<DB & { u: DB['appUser'] }, 'u'>) =>
  eb.and([isSuperAdmin(eb), eb.not(wasLetBack(eb, addSeconds(now(), -APART_AFTER_SECONDS)))])

export type ProposersStanding = {
  /** Proposers whose proposals the reader may confirm. */
  readonly confirmable: ReadonlySet<string>
  /** Proposers who are no super admins any more: their proposals are cancelled. */
  readonly gone: ReadonlySet<string>
}

/**
 * Two super admins count as two people if each was admitted at least seven days ago, or has no invitation
 * (created by the command or the seed). Who invited whom does not matter, because one new account could
 * invite another. A reinstatement counts as an admission (`wasLetBack`).
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
 * SQL: the `Word` of each person. `gone`: no super admin now. `new`: not admitted yet, or admitted or
 * reinstated within seven days.
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
 * SQL: whether `u` was reinstated since a time. Otherwise one super admin could reinstate an account and use
 * it as the second person. A reinstatement does not count if the same person had deactivated `u` within the
 * seven days before.
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
 * Reads and locks the standing until the transaction ends: a concurrent deactivation waits. Locks in the
 * order of `lockStaff`, which avoids deadlocks.
 */
async function lockWords(on: Queryable, ids: readonly string[]) {
  await kysely(on)
    .selectFrom('appUser')
    .select('id')
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forShare()
    .execute()
  // A separate statement after the lock: it must see a reinstatement committed while this waited.
  return wordsOf(await wordsQuery(on, ids).execute())
}

function wordsOf(found: readonly { id: string; word: Word }[]): (id: string) => Word {
  const words = new Map(found.map(({ id, word }) => [id, word]))
  return (id) => words.get(id) ?? 'gone'
}

/**
 * Requires two people (`standingOf`), and locks both until the transaction ends.
 * @throws ForbiddenError if the approver was deactivated meanwhile
 * @throws RuleError requester_gone (409), not_two_people (403)
 */
export async function requireTwoPeople(on: Queryable, proposer: string, approver: string): Promise<void> {
  const wordOf = await lockWords(on, [proposer, approver])
  if (wordOf(approver) === 'gone') throw new ForbiddenError()
  if (wordOf(proposer) === 'gone') throw requesterGone()
  if (proposer === approver || [proposer, approver].some((id) => wordOf(id) === 'new')) throw notTwoPeople()
}

const requesterGone = () => new RuleError('requester_gone', 409)

const notTwoPeople = () => new RuleError('not_two_people', 403)

/** Whether the person was admitted or reinstated at least seven days ago, or has no invitation. */
export async function isLongThere(on: Queryable, id: string): Promise<boolean> {
  return wordsOf(await wordsQuery(on, [id]).execute())(id) === 'counts'
}

/**
 * Requires that an approver was not admitted or reinstated within seven days. Locks the earlier approvers
 * too, until the transaction ends, so that none is deactivated meanwhile.
 * @param besides earlier approvers
 * @throws ForbiddenError if the approver was deactivated meanwhile
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
 * Whether no other super admin can confirm. A deactivated super admin counts for seven more days, so that
 * nobody becomes the only one by deactivating the others. So does one whose invitation was withdrawn, unless
 * `id` had invited them.
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
