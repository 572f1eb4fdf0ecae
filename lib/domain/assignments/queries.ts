import { sql } from 'kysely'
import type { AssignmentStatistics, UnassignedDancers } from '#lib/contract/assignments/calls.ts'
import { TRACKS_PER_DANCER } from '#lib/contract/videos/constants.ts'
import { withApiNames } from '#lib/core/api-names.ts'
import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { phaseAt, submissionsAreOpen } from '#lib/domain/challenges/policy.ts'
import {
  currentChallengeId,
  findCurrentChallenge,
  requireCurrentChallenge,
} from '#lib/domain/challenges/queries.ts'

/** Counts in the current challenge; dancers without tracks are absent. */
export async function countAssignedTracks(dancerIds: readonly string[]): Promise<Map<string, number>> {
  const found = await kysely(db())
    .selectFrom('trackAssignment')
    .select('dancerId')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'int4').as('count'))
    .where('challengeId', '=', currentChallengeId(now()))
    .where('dancerId', '=', anyOf(dancerIds))
    .where('status', '<>', 'cancelled')
    .groupBy('dancerId')
    .execute()
  return new Map(found.map(({ dancerId, count }) => [dancerId, count]))
}

/**
 * SQL: the dancer of the subscription `s` has not closed their account; deactivated dancers may return. This
 * wording lets PostgreSQL use the index app_user_unlisted, which has the few closed accounts.
 */
export const hasStayed = sql<boolean>`NOT EXISTS (
  SELECT 1 FROM app_user AS gone WHERE gone.id = s.dancer_id AND gone.deleted_at IS NOT NULL)`

/** Most dancers in the list; its total counts all. */
const LISTED = 500

/**
 * Dancers of the current challenge with fewer than three tracks, longest wait first. After submissions close
 * they are listed for the record only.
 * @throws RuleError no_challenge (404) between months
 */
export async function listUnassignedDancers(): Promise<UnassignedDancers> {
  const moment = now()
  const challenge = await requireCurrentChallenge(moment)
  const waiting = await kysely(db())
    .with('held', (query) =>
      query
        .selectFrom('trackAssignment')
        .select((eb) => ['dancerId', eb.cast<number>(eb.fn.countAll(), 'int4').as('tracks')])
        .where('challengeId', '=', challenge.id)
        .where('status', '<>', sql.lit('cancelled'))
        .groupBy('dancerId'),
    )
    .with('waiting', (query) =>
      query
        .selectFrom('subscription as s')
        .leftJoin('held as h', 'h.dancerId', 's.dancerId')
        .select(['s.id as subscription', 's.dancerId'])
        .select((eb) => [
          eb.fn.coalesce('s.paidAt', 's.createdAt').as('subscribedAt'),
          eb.fn.coalesce('h.tracks', sql<number>`0`).as('tracksHeld'),
          eb.cast<number>(eb.fn.countAll().over(), 'int4').as('total'),
        ])
        .where('s.challengeId', '=', challenge.id)
        .where('s.status', '=', 'paid')
        .where(hasStayed)
        .where((eb) => eb(eb.fn.coalesce('h.tracks', sql<number>`0`), '<', TRACKS_PER_DANCER))
        .orderBy('subscribedAt')
        .orderBy('s.id')
        .limit(LISTED),
    )
    .selectFrom('waiting as w')
    // OFFSET 0 forces a lookup of each dancer by key; the planner would otherwise read all users.
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('appUser')
          .select(['id', 'firstName', 'lastName', 'username', 'email'])
          .whereRef('id', '=', 'w.dancerId')
          .offset(sql.lit(0))
          .as('u'),
      (join) => join.onTrue(),
    )
    .select(['u.id', 'u.firstName', 'u.lastName', 'u.username', 'u.email', 'w.subscribedAt'])
    .select(['w.tracksHeld', 'w.total'])
    .orderBy('w.subscribedAt')
    .orderBy('w.subscription')
    .execute()
  return {
    total_unassigned: waiting[0]?.total ?? 0,
    challenge: {
      title: challenge.title,
      current_phase: phaseAt(challenge, moment),
      submissions_end_at: challenge.submissionsEndAt.toISOString(),
      are_submissions_open: submissionsAreOpen(challenge, moment),
    },
    unassigned_dancers: waiting.map(({ total: _total, ...row }) => withApiNames(row)),
  }
}

/** Returns 0 between months, and if the current challenge takes no videos any more. */
export async function countUnassignedDancers(): Promise<number> {
  const unassigned = await unassignedSubscriptions()
  const found = await unassigned
    ?.select((eb) => eb.cast<number>(eb.fn.countAll(), 'int4').as('count'))
    .executeTakeFirstOrThrow()
  return found?.count ?? 0
}

/** Returns when the dancer who has waited longest for tracks subscribed; null if no dancer waits. */
export async function oldestUnassigned(): Promise<Date | null> {
  const unassigned = await unassignedSubscriptions()
  const found = await unassigned
    ?.select((eb) => eb.fn.min<Date | null>(eb.fn.coalesce('s.paidAt', 's.createdAt')).as('at'))
    .executeTakeFirstOrThrow()
  return found?.at ?? null
}

/** Returns undefined while no challenge takes videos. */
async function unassignedSubscriptions() {
  const challenge = await findCurrentChallenge()
  if (!challenge || !submissionsAreOpen(challenge, now())) return undefined
  return kysely(db())
    .selectFrom('subscription as s')
    .where('s.challengeId', '=', challenge.id)
    .where('s.status', '=', 'paid')
    .where(hasStayed)
    .where((eb) =>
      eb(
        eb
          .selectFrom('trackAssignment as a')
          .select(({ fn }) => fn.count('a.id').as('held'))
          .whereRef('a.challengeId', '=', 's.challengeId')
          .whereRef('a.dancerId', '=', 's.dancerId')
          .where('a.status', '<>', 'cancelled'),
        '<',
        TRACKS_PER_DANCER,
      ),
    )
}

/**
 * Counts the assignments of the current challenge; zeros between months. The counts of active, pending,
 * completed and cancelled add up to the total.
 */
export async function countAssignments(): Promise<AssignmentStatistics> {
  const counted = await kysely(db())
    .selectFrom((eb) =>
      eb
        .selectFrom('trackAssignment as t')
        .select(['t.status', 't.dancerId', 't.trackId'])
        .select((one) =>
          one
            .exists(
              one
                .selectFrom('video as v')
                .whereRef('v.assignmentId', '=', 't.id')
                .where('v.status', '=', 'pending_review'),
            )
            .as('waits'),
        )
        .where('t.challengeId', '=', currentChallengeId(now()))
        .as('a'),
    )
    .select((eb) => {
      const count = eb.fn.countAll()
      const dancers = eb.fn.count('a.dancerId').distinct()
      const tracks = eb.fn.count('a.trackId').distinct()
      const isActive = eb('a.status', '=', 'active')
      const isGiven = eb('a.status', '<>', 'cancelled')
      return [
        eb.cast<number>(count, 'int4').as('totalAssignments'),
        eb.cast<number>(dancers.filterWhere(isGiven), 'int4').as('uniqueDancers'),
        eb
          .cast<number>(count.filterWhere(eb.and([isActive, eb.not('a.waits')])), 'int4')
          .as('activeAssignments'),
        eb
          .cast<number>(count.filterWhere(eb.and([isActive, eb.ref('a.waits')])), 'int4')
          .as('pendingAssignments'),
        eb.cast<number>(count.filterWhere('a.status', '=', 'completed'), 'int4').as('completedAssignments'),
        eb.cast<number>(count.filterWhere('a.status', '=', 'cancelled'), 'int4').as('cancelledAssignments'),
        eb.cast<number>(tracks.filterWhere(isGiven), 'int4').as('uniqueTracks'),
      ]
    })
    .executeTakeFirstOrThrow()
  return withApiNames(counted)
}
