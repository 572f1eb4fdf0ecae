import { addSeconds } from '#lib/core/clock.ts'
import type { Cents } from '#lib/core/money.ts'

export type ChallengePhase = 'subscription' | 'voting' | 'tallying' | 'closed'

/** The stored phase of a challenge, and the dates that decide when it ends. */
export type ChallengeCalendar = {
  phase: ChallengePhase
  votingStartsAt: Date
  endsAt: Date
  closedAt: Date | null
}

/**
 * After 48 hours a payment without an outcome from M-Pesa is for people to settle: tallying does not wait
 * longer.
 */
export const TALLYING_SECONDS = 48 * 60 * 60

/**
 * The worker stores phases; if it is late the dates decide, so that no vote counts in the first minute of the
 * next month. A phase opened before its date stays open.
 */
export function phaseAt(challenge: ChallengeCalendar, at: Date): ChallengePhase {
  const { phase } = challenge
  if (phase === 'tallying' || phase === 'closed') return phase
  if (at >= challenge.endsAt) return 'tallying'
  return phase === 'voting' || at >= challenge.votingStartsAt ? 'voting' : 'subscription'
}

/** Returns the latest end for tallying. */
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
 * Whether the leaderboard of the current challenge is public: during voting and tallying. Tallying shows only
 * if voting closed early; otherwise the next month is current by then.
 */
export function hasLeaderboard(phase: ChallengePhase): boolean {
  return phase === 'voting' || phase === 'tallying'
}

/** From the payment prompt on. */
export const LAUNCH_RESERVATION_SECONDS = 10 * 60

/** How many dancers ever get the launch fee. */
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
