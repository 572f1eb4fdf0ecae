import { addSeconds } from '#lib/core/clock.ts'
import type { Cents } from '#lib/core/money.ts'

export type ChallengePhase = 'subscription' | 'voting' | 'tallying' | 'closed'

export type ChallengeCalendar = {
  phase: ChallengePhase
  votingStartsAt: Date
  endsAt: Date
  closedAt: Date | null
}

/**
 * People decide a payment that has no outcome from M-Pesa after 48 hours, so tallying does not wait longer.
 */
export const TALLYING_SECONDS = 48 * 60 * 60

/**
 * Returns the phase at a time. The worker stores phases; while it is late the dates decide, so that no vote
 * counts in the first minute of the next month. A phase that was opened before its date stays open.
 */
export function phaseAt(challenge: ChallengeCalendar, at: Date): ChallengePhase {
  const { phase } = challenge
  if (phase === 'tallying' || phase === 'closed') return phase
  if (at >= challenge.endsAt) return 'tallying'
  return phase === 'voting' || at >= challenge.votingStartsAt ? 'voting' : 'subscription'
}

/** Returns when the phase ends; for tallying, the latest time. */
export function phaseEndsAt(challenge: ChallengeCalendar, at: Date): Date {
  const ends: Record<ChallengePhase, Date> = {
    subscription: challenge.votingStartsAt,
    voting: challenge.endsAt,
    tallying: addSeconds(challenge.endsAt, TALLYING_SECONDS),
    closed: challenge.closedAt ?? challenge.endsAt,
  }
  return ends[phaseAt(challenge, at)]
}

/** Submissions are open from the month's start until its closing date. */
export function submissionsAreOpen(
  challenge: ChallengeCalendar & { submissionsEndAt: Date },
  at: Date,
): boolean {
  const phase = phaseAt(challenge, at)
  return (phase === 'subscription' || phase === 'voting') && at < challenge.submissionsEndAt
}

/**
 * Whether the leaderboard of the current challenge is public: during voting and tallying. A challenge in
 * tallying is current only if voting closed early; otherwise the next month has started.
 */
export function hasLeaderboard(phase: ChallengePhase): boolean {
  return phase === 'voting' || phase === 'tallying'
}

/** How long a payment prompt reserves a launch slot. */
export const LAUNCH_RESERVATION_SECONDS = 10 * 60

/** How many dancers ever get the launch fee. */
export const LAUNCH_SLOTS = 100

export type LaunchOffer = { slotsLeft: number; isOpen: boolean; fee: Cents }

/**
 * Returns the fee that a dancer who subscribes now pays, and how many launch slots are left.
 * @param terms fees in cents, and how many dancers ever get the launch fee
 * @param slotsTaken paid and reserved slots
 */
export function launchOffer(
  terms: { subscriptionFee: Cents; launchFee: Cents; launchSlots: number },
  slotsTaken: number,
): LaunchOffer {
  const slotsLeft = Math.max(0, terms.launchSlots - slotsTaken)
  const isOpen = slotsLeft > 0
  return { slotsLeft, isOpen, fee: isOpen ? terms.launchFee : terms.subscriptionFee }
}
