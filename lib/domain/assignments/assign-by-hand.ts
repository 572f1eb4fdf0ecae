import type { GivenAssignedOne, GivenBulkAssigned } from '#lib/contract/assignments/calls.ts'
import { TRACKS_PER_DANCER } from '#lib/contract/videos/constants.ts'
import { now } from '#lib/core/clock.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { type Sentence, say, sayAll } from '#lib/core/sentence.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { submissionsAreOpen } from '#lib/domain/challenges/policy.ts'
import { requireCurrentChallenge } from '#lib/domain/challenges/queries.ts'
import { type Assigned, assignTracksIn } from './commands.ts'

type ByHand = { by: { id: string }; address: string }

/**
 * Assigns tracks to all dancers of the current challenge who lack some, as far as the pool suffices.
 * Idempotent.
 * @throws RuleError no_challenge (404) between months, submissions_closed (409)
 */
export async function assignTracksToAllByHand({ by, address }: ByHand): Promise<GivenBulkAssigned> {
  const challenge = await requireCurrentChallenge()
  const { id, title } = challenge
  if (!submissionsAreOpen(challenge, now())) throw submissionsClosed()
  const done = await transaction(async (tx) => {
    const assigned = await assignTracksIn(tx, id, null)
    await recordAudit(tx, {
      actor: by,
      action: 'assignments.drawn',
      subject: { type: 'challenge', id },
      after: { dancers: assigned.filter(({ added }) => added > 0).length, tracks: tracksOf(assigned) },
      address,
    })
    return assigned
  })
  const given = done.filter(({ added }) => added > 0)
  const short = done.filter(({ isShort }) => isShort)
  return {
    message: bulkSentence(title, given, short.length),
    total_assigned: tracksOf(given),
    dancers_assigned: given.length,
    dancers_short: short.length,
  }
}

/**
 * Assigns one dancer up to three tracks, as far as the pool suffices. Idempotent.
 * @throws NotFoundError for an unknown challenge or dancer
 * @throws RuleError not_subscribed (400), challenge_closed, submissions_closed (409)
 */
export async function assignTracksByHand(
  order: ByHand & { dancerId: string; challengeId: string },
): Promise<GivenAssignedOne> {
  const { dancerId, challengeId, by, address } = order
  return transaction(async (tx) => {
    const name = await requirePaid(tx, challengeId, dancerId)
    const [done] = await assignTracksIn(tx, challengeId, dancerId)
    // The submissions closed meanwhile.
    if (!done) throw submissionsClosed()
    await recordAudit(tx, {
      actor: by,
      action: 'assignments.drawn',
      subject: { type: 'user', id: dancerId },
      after: { challenge_id: challengeId, tracks: done.added },
      address,
    })
    return { message: oneSentence(name, done), total_assigned: done.added }
  })
}

async function requirePaid(tx: Tx, challengeId: string, dancerId: string): Promise<string> {
  const found = await tx.kysely
    .selectFrom('appUser as u')
    .crossJoin('challenge as c')
    .leftJoin('subscription as s', (join) =>
      join.onRef('s.challengeId', '=', 'c.id').onRef('s.dancerId', '=', 'u.id'),
    )
    .select(['u.username', 'c.phase', 's.status as subscription'])
    .select(['c.votingStartsAt', 'c.submissionsEndAt'])
    .select(['c.endsAt', 'c.closedAt'])
    .where('u.id', '=', dancerId)
    .where('u.role', '=', 'dancer')
    .where('u.deletedAt', 'is', null)
    .where('c.id', '=', challengeId)
    .executeTakeFirst()
  if (!found) throw new NotFoundError()
  if (found.phase === 'closed') throw closed()
  if (found.subscription !== 'paid')
    throw new RuleError(say('not_subscribed.dancer', { name: found.username }))
  if (!submissionsAreOpen(found, now())) throw submissionsClosed()
  return found.username
}

function closed(): RuleError {
  return new RuleError('challenge_closed', 409)
}

/** Refuses an assignment after submissions close, because all videos of its tracks would be refused. */
function submissionsClosed(): RuleError {
  return new RuleError('submissions_closed', 409)
}

const tracksOf = (done: readonly Assigned[]) => done.reduce((sum, { added }) => sum + added, 0)

function bulkSentence(month: string, given: readonly Assigned[], short: number): Sentence {
  const rest = { count: short, most: TRACKS_PER_DANCER }
  return sayAll([
    assignedIn(month, given.length, tracksOf(given)),
    ...(short === 0
      ? []
      : [short === 1 ? say('assigned.one_short', rest) : say('assigned.many_short', rest)]),
  ])
}

function assignedIn(month: string, dancers: number, count: number): Sentence {
  if (dancers === 0) return say('assigned.nothing_in', { month })
  if (dancers > 1) return say('assigned.many_in', { count, dancers, month })
  return count === 1
    ? say('assigned.one_to_one_in', { month })
    : say('assigned.many_to_one_in', { count, month })
}

function oneSentence(name: string, { added, held, isShort }: Assigned): Sentence {
  if (added === 0 && !isShort) return say('assigned.all_there', { name, count: held })
  const rest = held === 1 ? say('assigned.pool_of_one') : say('assigned.pool', { count: held })
  return sayAll([assignedTo(name, added), ...(isShort ? [rest] : [])])
}

function assignedTo(name: string, count: number): Sentence {
  if (count === 0) return say('assigned.nothing_to', { name })
  return count === 1 ? say('assigned.one_to', { name }) : say('assigned.many_to', { count, name })
}
