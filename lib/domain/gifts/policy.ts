import { GIFT_PRICE_SHILLINGS, giftShares, MAX_GIFTS } from '#lib/contract/gifts/constants.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { type Cents, shillings } from '#lib/core/money.ts'
import type { ChallengePhase } from '#lib/domain/challenges/policy.ts'
import type { Payer } from '#lib/domain/fraud/own-phone.ts'
import type { EntryDraft } from '#lib/domain/ledger/schema.ts'
import type { HoldReason, VideoRemovalReason } from '#lib/domain/payments/schema.ts'

/** Cents. */
export const VOTE_PRICE: Cents = shillings(GIFT_PRICE_SHILLINGS)
export const DANCER_SHARE: Cents = shillings(giftShares.dancer)
export const MUSICIAN_SHARE: Cents = shillings(giftShares.musician)
export const PLATFORM_SHARE: Cents = shillings(giftShares.platform)

/** Seconds after the order in which a gift's unsent prompt can be retried. */
export const RETRY_WITHIN_SECONDS = 24 * 3_600

/** Cents. */
export function giftPrice(voteCount: number): Cents {
  return BigInt(voteCount) * VOTE_PRICE
}

/** Returns null unless the amount is a whole number of votes. */
export function voteCountFor(amount: Cents): number | null {
  if (amount <= 0n || amount % VOTE_PRICE !== 0n) return null
  return Number(amount / VOTE_PRICE)
}

export function giftCredits(
  voteCount: number,
  accounts: { dancer: bigint; musician: bigint; platform: bigint },
): EntryDraft[] {
  const n = BigInt(voteCount)
  return [
    { accountId: accounts.dancer, amount: n * DANCER_SHARE },
    { accountId: accounts.musician, amount: n * MUSICIAN_SHARE },
    { accountId: accounts.platform, amount: n * PLATFORM_SHARE },
  ]
}

/** Compares phones in any notation (07…, +2547…, 2547…). */
export function samePhone(a: string, b: string): boolean {
  const tail = (phone: string) => phone.replace(/\D/g, '').replace(/^(254|0)/, '')
  const left = tail(a)
  return left.length === 9 && left === tail(b)
}

const tooManyVotes = () => new RuleError('max_votes_reached', 409)

/** Votes are sold between the start of voting and the month's end. */
export const votingClosed = () => new RuleError('voting_closed', 409)

export type GiftFacts = {
  readonly voteCount: number | null
  /** Whether voting is open at the gift's time: the order's, or M-Pesa's payment time. */
  readonly voting: 'early' | 'open' | 'over'
  readonly withdrawn: VideoRemovalReason | null
  readonly payer: Payer['relation']
  /**
   * The payer's earlier votes for this video that day: `sure` are certainly theirs, `possible` also includes
   * votes of fitting masks.
   */
  readonly votesThatDay: { readonly sure: number; readonly possible: number }
  readonly mostPerDay: number
}

export type GiftRefusal =
  | VideoRemovalReason
  | 'too_early'
  /** After the month's end. Orders are late as soon as tallying starts. */
  | 'late'
  /** The amount buys no whole number of votes. */
  | 'wrong_amount'
  | 'too_many_votes'
  | 'own_phone'
  | 'phone_day_limit'

export type GiftVerdict =
  | { readonly kind: 'taken' }
  /** Only suspicious: the gift is accepted, then two people count or refund it. */
  | { readonly kind: 'held'; readonly reason: HoldReason }
  | { readonly kind: 'refused'; readonly reason: GiftRefusal }

/** The one policy for gifts (docs/decisions/0005). Pure. */
export function judgeGift(facts: GiftFacts): GiftVerdict {
  const { voteCount, voting, withdrawn, payer, votesThatDay, mostPerDay } = facts
  if (withdrawn) return refused(withdrawn)
  if (voting !== 'open') return refused(voting === 'early' ? 'too_early' : 'late')
  if (voteCount === null) return refused('wrong_amount')
  if (voteCount > MAX_GIFTS) return refused('too_many_votes')
  if (payer === 'own') return refused('own_phone')
  if (votesThatDay.sure + voteCount > mostPerDay) return refused('phone_day_limit')
  if (payer === 'known') return held('fraud_hold')
  if (payer === 'may_be') return held('own_phone_masked')
  if (votesThatDay.possible + voteCount > mostPerDay) return held('phone_day_limit')
  return { kind: 'taken' }
}

/**
 * Adds votes of the payer's phone for the video that day.
 * @param possibly votes that may also be the phone's
 */
export function withVotes(facts: GiftFacts, surely: number, possibly = 0): GiftFacts {
  const { sure, possible } = facts.votesThatDay
  return { ...facts, votesThatDay: { sure: sure + surely, possible: possible + surely + possibly } }
}

const refused = (reason: GiftRefusal): GiftVerdict => ({ kind: 'refused', reason })
const held = (reason: HoldReason): GiftVerdict => ({ kind: 'held', reason })

/**
 * Judges money that M-Pesa has charged. The dancer's own phone and the daily limit only hold the money for
 * two people; any other refusal stands.
 */
export function judgePaidGift(facts: GiftFacts): GiftVerdict {
  const verdict = judgeGift(facts)
  if (verdict.kind !== 'refused') return verdict
  if (verdict.reason === 'own_phone') return held('fraud_hold')
  return verdict.reason === 'phone_day_limit' ? held(verdict.reason) : verdict
}

export type VotingMonth = {
  readonly phase: ChallengePhase
  readonly votingStartsAt: Date
  readonly endsAt: Date
}

/**
 * Whether voting is open at a time. The opening date decides, not the phase: money paid before is early even
 * if M-Pesa reports it later. Opening by hand also moves the date.
 * @param isPaid whether M-Pesa has the money, and `at` is its time: during tallying, payments made in the
 *   month still count
 */
export function votingAt(
  { phase, votingStartsAt, endsAt }: VotingMonth,
  at: Date,
  isPaid: boolean,
): GiftFacts['voting'] {
  if (phase === 'closed' || at >= endsAt || (phase === 'tallying' && !isPaid)) return 'over'
  return at < votingStartsAt ? 'early' : 'open'
}

export type VideoRemoval = {
  readonly withdrawnAt: Date | null
  readonly withdrawnBecause: VideoRemovalReason | null
  /** The dancer's account is closed for good, so nobody could withdraw the money. */
  readonly isErased: boolean
}

/** Returns null if the video was not withdrawn by `at`. */
export function withdrawnBy(
  { withdrawnAt, withdrawnBecause, isErased }: VideoRemoval,
  at: Date,
): VideoRemovalReason | null {
  if (isErased) return 'dancer_inactive'
  return withdrawnAt && at >= withdrawnAt ? withdrawnBecause : null
}

/**
 * Why a gift does not count. M-Pesa's payment time decides, not the callback's: it must be before the month's
 * end and the video's withdrawal (docs/decisions/0005). After the month's close no gift counts.
 * @param endsAt end of the gift's month; undefined once the month is closed
 */
export function objectionToGift(
  video: VideoRemoval,
  endsAt: Date | undefined,
  paidAt: Date,
): VideoRemovalReason | 'late' | null {
  return endsAt && paidAt < endsAt ? withdrawnBy(video, paidAt) : 'late'
}

export function refusalError(reason: GiftRefusal): Error {
  switch (reason) {
    case 'video_withdrawn':
    case 'dancer_inactive':
      return new NotFoundError()
    case 'own_phone':
      return new RuleError('own_video', 403)
    case 'too_early':
    case 'late':
      return votingClosed()
    case 'wrong_amount':
    case 'too_many_votes':
    case 'phone_day_limit':
      return tooManyVotes()
  }
}
