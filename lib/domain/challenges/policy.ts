import { addSeconds } from '#lib/core/clock.ts'
import type { Cents } from '#lib/core/money.ts'

export type ChallengePhase = 'subscription' | 'voting' | 'tallying' | 'closed'

/** The phase as the row holds it, and the dates that say when it is over. */
export type ChallengeCalendar = {
  phase: ChallengePhase
  votingStartsAt: Date
  endsAt: Date
  closedAt: Date | null
}

/** A payment whose outcome M-Pesa has not told after 48 hours is for people to settle: tallying waits no longer. */
export const TALLYING_SECONDS = 48 * 60 * 60

/**
 * The phase at a moment. The worker writes phases; where it is late, the dates have the word, so that no vote is
 * taken in the first minute of the next month. A phase opened before its date stays open.
 */
export function phaseAt(challenge: ChallengeCalendar, at: Date): ChallengePhase {
  const { phase } = challenge
  if (phase === 'tallying' || phase === 'closed') return phase
  if (at >= challenge.endsAt) return 'tallying'
  return phase === 'voting' || at >= challenge.votingStartsAt ? 'voting' : 'subscription'
}

/** When the phase in force at a moment is over; for tallying the latest moment it may take. */
export function phaseEndsAt(challenge: ChallengeCalendar, at: Date): Date {
  const ends: Record<ChallengePhase, Date> = {
    subscription: challenge.votingStartsAt,
    voting: challenge.endsAt,
    tallying: addSeconds(challenge.endsAt, TALLYING_SECONDS),
    closed: challenge.closedAt ?? challenge.endsAt,
  }
  return ends[phaseAt(challenge, at)]
}

/** Submissions and subscriptions are taken from the month's start until its own closing date (design/api.md, Challenges). */
export function submissionsAreOpen(
  challenge: ChallengeCalendar & { submissionsEndAt: Date },
  at: Date,
): boolean {
  const phase = phaseAt(challenge, at)
  return (phase === 'subscription' || phase === 'voting') && at < challenge.submissionsEndAt
}

/** Counts and prizes are public while votes are given and counted (design/api.md, Challenges). */
export function hasLeaderboard(phase: ChallengePhase): boolean {
  return phase === 'voting' || phase === 'tallying'
}

/** A launch slot is reserved this long from when its payment prompt goes out (design/api.md, Challenges). */
export const LAUNCH_RESERVATION_SECONDS = 10 * 60

/** How many dancers ever get the launch fee (spec 1, section 1). */
export const LAUNCH_SLOTS = 100

export type LaunchOffer = { slotsLeft: number; isOpen: boolean; fee: Cents }

/**
 * What a dancer who subscribes now pays.
 * @param terms fees in cents, and how many dancers ever get the launch fee
 * @param slotsTaken paid and reserved ones
 */
export function launchOffer(
  terms: { subscriptionFee: Cents; launchFee: Cents; launchSlots: number },
  slotsTaken: number,
): LaunchOffer {
  const slotsLeft = Math.max(0, terms.launchSlots - slotsTaken)
  const isOpen = slotsLeft > 0
  return { slotsLeft, isOpen, fee: isOpen ? terms.launchFee : terms.subscriptionFee }
}
