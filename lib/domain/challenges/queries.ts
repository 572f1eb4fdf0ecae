import type { Expression, InferResult } from 'kysely'
import type { CurrentChallenge } from '#lib/contract/challenges/calls.ts'
import { now } from '#lib/core/clock.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { RuleError } from '#lib/core/errors.ts'
import { kysely } from '#lib/core/kysely.ts'
import { toShillings } from '#lib/core/money.ts'
import { countLaunchSlots } from './launch-slots.ts'
import { launchOffer, phaseAt, phaseEndsAt } from './policy.ts'

const challenges = (on: Queryable) =>
  kysely(on)
    .selectFrom('challenge')
    .select(['id', 'title', 'phase', 'startsAt', 'votingStartsAt', 'submissionsEndAt', 'endsAt', 'closedAt'])
    .select(['subscriptionFee', 'launchFee', 'launchSlots', 'prizePerWinner', 'winners'])

/** Amounts in cents. */
export type Challenge = InferResult<ReturnType<typeof challenges>>[number]

/** SQL: the newest month that has started and is not closed. */
export function currentChallengeId(at: Date | Expression<Date>) {
  return kysely(db())
    .selectFrom('challenge')
    .select('id')
    .where('phase', '<>', 'closed')
    .where('startsAt', '<=', at)
    .orderBy('month', 'desc')
    .limit(1)
}

/** Returns undefined between months. */
export function findCurrentChallenge(at: Date = now()): Promise<Challenge | undefined> {
  return challenges(db())
    .where('phase', '<>', 'closed')
    .where('startsAt', '<=', at)
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns undefined for a challenge that has not started. */
export function findChallenge(on: Queryable, id: string, at: Date): Promise<Challenge | undefined> {
  return challenges(on).where('id', '=', id).where('startsAt', '<=', at).executeTakeFirst()
}

/** @throws RuleError no_challenge (404) between months */
export async function requireCurrentChallenge(at: Date = now()): Promise<Challenge> {
  const found = await findCurrentChallenge(at)
  if (!found) throw new RuleError('no_challenge', 404)
  return found
}

/**
 * `subscription_fee` is the fee of a dancer who joins now.
 * @throws RuleError no_challenge (404) between months
 */
export async function getCurrentChallenge(at: Date = now()): Promise<CurrentChallenge> {
  const [challenge, slotsTaken] = await Promise.all([requireCurrentChallenge(at), countLaunchSlots(db(), at)])
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
