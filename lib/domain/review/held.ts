import { type Expression, sql } from 'kysely'
import type { DecidedSubjectType } from '#lib/contract/decisions/calls.ts'
import type { Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import type { DecidedSubject } from './schema.ts'

/** SQL: whether no decision about the subject can still be undone. */
export function hasNoHeldDecision(id: Expression<string>, type: DecidedSubjectType) {
  return sql<boolean>`NOT EXISTS (SELECT FROM held_decision AS h
    WHERE h.subject_type = ${sql.lit(type)} AND h.subject_id = ${id})`
}

/** Counts, by kind, the subjects that are off the queue because their decision can still be undone. */
export async function countHeld(on: Queryable): Promise<Record<DecidedSubjectType, number>> {
  const counted = await kysely(on)
    .selectFrom('heldDecision')
    .select((eb) => ['subjectType', eb.cast<number>(eb.fn.countAll(), 'int4').as('count')])
    .groupBy('subjectType')
    .execute()
  const of = (type: DecidedSubjectType) => counted.find((row) => row.subjectType === type)?.count ?? 0
  return {
    kyc: of('kyc'),
    track: of('track'),
    video: of('video'),
    signal: of('signal'),
    comment: of('comment'),
  }
}

/** Whether a decision about the subject can still be undone. */
export async function isDecisionHeld(on: Queryable, { type, id }: DecidedSubject): Promise<boolean> {
  const held = await kysely(on)
    .selectFrom('heldDecision')
    .select('id')
    .where('subjectType', '=', type)
    .where('subjectId', '=', id)
    .executeTakeFirst()
  return held !== undefined
}

/**
 * Whether a decision about a video of the month can still be undone: the month closes after the decision.
 * Decisions due before `before` do not delay the prizes.
 */
export async function isMonthHeld(on: Queryable, challengeId: string, before: Date): Promise<boolean> {
  const held = await kysely(on)
    .selectFrom('heldDecision as h')
    .innerJoin('video as v', 'v.id', 'h.subjectId')
    .select('h.id')
    .where('h.subjectType', '=', 'video')
    .where('v.challengeId', '=', challengeId)
    .where('h.finalAt', '>', before)
    .executeTakeFirst()
  return held !== undefined
}
