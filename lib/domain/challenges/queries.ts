import type { CurrentChallenge } from '#lib/contract/challenges/calls.ts'
import { now } from '#lib/core/clock.ts'
import { db, firstRow, type Queryable } from '#lib/core/db.ts'
import { RuleError } from '#lib/core/errors.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import { launchSlotsTaken, reservedSince } from './launch-slots.ts'
import { type ChallengeCalendar, launchOffer, phaseAt, phaseEndsAt } from './policy.ts'

/** A challenge's dates and terms; amounts in cents. */
export type Challenge = ChallengeCalendar & {
  id: string
  title: string
  startsAt: Date
  submissionsEndAt: Date
  subscriptionFee: Cents
  launchFee: Cents
  launchSlots: number
  prizePerWinner: Cents
  winners: number
}

const columns = `id, title, phase, starts_at AS "startsAt", voting_starts_at AS "votingStartsAt",
  submissions_end_at AS "submissionsEndAt", ends_at AS "endsAt", closed_at AS "closedAt",
  subscription_fee AS "subscriptionFee", launch_fee AS "launchFee", launch_slots AS "launchSlots",
  prize_per_winner AS "prizePerWinner", winners`

/** SQL over `challenge`: the newest month that has begun and is not closed. `at` is the parameter with the moment. */
export function newestRunning(at: string): string {
  return `FROM challenge WHERE phase <> 'closed' AND starts_at <= ${at} ORDER BY month DESC LIMIT 1`
}

/**
 * SQL: whether votes are taken at a moment, by the same rule as `phaseAt`: the dates have the word where the worker is
 * late. `of` is the challenge's alias, `at` the parameter with the moment.
 */
export function takesVotes(of: string, at: string): string {
  return `(${at} < ${of}.ends_at
    AND (${of}.phase = 'voting' OR (${of}.phase = 'subscription' AND ${at} >= ${of}.voting_starts_at)))`
}

/** The month's challenge with its dates and terms, or null between months. */
export async function findCurrentChallenge(at: Date = now()): Promise<Challenge | null> {
  const found = await firstRow<Challenge>(db(), {
    name: 'challenge-current',
    text: `SELECT ${columns} ${newestRunning('$1')}`,
    values: [at],
  })
  return found ?? null
}

/** A challenge by its id, as long as it has begun. */
export function findChallenge(on: Queryable, id: string, at: Date): Promise<Challenge | undefined> {
  return firstRow(on, {
    name: 'challenge-by-id',
    text: `SELECT ${columns} FROM challenge WHERE id = $1 AND starts_at <= $2`,
    values: [id, at],
  })
}

/**
 * The month's challenge.
 * @throws RuleError no_challenge (404) between months
 */
export async function requireCurrentChallenge(at: Date = now()): Promise<Challenge> {
  const found = await findCurrentChallenge(at)
  if (!found) throw noChallenge()
  return found
}

function noChallenge(): RuleError {
  return new RuleError('no_challenge', 'There is no challenge running right now.', 404)
}

/**
 * The month's challenge as the API tells it; `subscription_fee` is what a dancer who joins now pays.
 * @throws RuleError no_challenge (404) between months
 */
export async function getCurrentChallenge(at: Date = now()): Promise<CurrentChallenge> {
  const found = await firstRow<Challenge & { slotsTaken: number }>(db(), {
    name: 'challenge-current-with-slots',
    text: `SELECT ${columns}, ${launchSlotsTaken('$2')} AS "slotsTaken" ${newestRunning('$1')}`,
    values: [at, reservedSince(at)],
  })
  if (!found) throw noChallenge()
  return presentChallenge(found, found.slotsTaken, at)
}

function presentChallenge(challenge: Challenge, slotsTaken: number, at: Date): CurrentChallenge {
  const offer = launchOffer(challenge, slotsTaken)
  return {
    id: challenge.id,
    title: challenge.title,
    current_phase: phaseAt(challenge, at),
    starts_at: challenge.startsAt.toISOString(),
    phase_ends_at: phaseEndsAt(challenge, at).toISOString(),
    ends_at: challenge.endsAt.toISOString(),
    subscription_fee: toShillings(offer.fee),
    is_launch_offer: offer.isOpen,
    launch_slots_left: offer.slotsLeft,
    prize_per_winner: toShillings(challenge.prizePerWinner),
    winners: challenge.winners,
  }
}
