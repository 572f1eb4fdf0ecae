import { GIFT_PRICE_SHILLINGS, giftShares, MAX_GIFTS } from '#lib/contract/gifts/constants.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { type Cents, shillings } from '#lib/core/money.ts'
import type { ChallengePhase } from '#lib/domain/challenges/policy.ts'
import type { Payer } from '#lib/domain/fraud/own-phone.ts'
import type { EntryDraft } from '#lib/domain/ledger/schema.ts'
import type { HoldReason, VideoRemovalReason } from '#lib/domain/payments/schema.ts'

/** The price of one vote, in cents. */
export const VOTE_PRICE: Cents = shillings(GIFT_PRICE_SHILLINGS)
export const DANCER_SHARE: Cents = shillings(giftShares.dancer)
export const MUSICIAN_SHARE: Cents = shillings(giftShares.musician)
export const PLATFORM_SHARE: Cents = shillings(giftShares.platform)

/** How long after a refusal the same gift may be tried again, in seconds. */
export const RETRY_WITHIN_SECONDS = 24 * 3_600

/** The price of so many votes, in cents. */
export function giftPrice(voteCount: number): Cents {
  return BigInt(voteCount) * VOTE_PRICE
}

/** How many votes an amount pays for; null where it is not a whole number of them. */
export function voteCountFor(amount: Cents): number | null {
  if (amount <= 0n || amount % VOTE_PRICE !== 0n) return null
  return Number(amount / VOTE_PRICE)
}

/** The entries that credit a gift: the dancer, the musician and the platform have a share of each vote. */
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

/** Whether both are one phone, however each is written (07…, +2547…, 2547…). */
export function samePhone(a: string, b: string): boolean {
  const tail = (phone: string) => phone.replace(/\D/g, '').replace(/^(254|0)/, '')
  const left = tail(a)
  return left.length === 9 && left === tail(b)
}

/** The one message about too many votes. */
const tooManyVotes = () => new RuleError('max_votes_reached', 409)

/** Votes are bought between the phase's start and the month's end. */
export const votingClosed = () => new RuleError('voting_closed', 409)

/** What the rules of a gift go by, whether it is ordered on the web or paid by Paybill. */
export type GiftFacts = {
  /** Null where the amount is no whole number of votes. */
  readonly voteCount: number | null
  /** Whether votes are taken at the moment that counts: the order's, or M-Pesa's of the payment. */
  readonly voting: 'early' | 'open' | 'over'
  readonly withdrawn: VideoRemovalReason | null
  /** How the payer is related to the dancer. */
  readonly payer: Payer['relation']
  /** Votes of the payer's phone for this video on that day before these: surely, and at most as far as masks are told. */
  readonly votesThatDay: { readonly sure: number; readonly possible: number }
  readonly mostPerDay: number
}

export type GiftRefusal =
  | VideoRemovalReason
  | 'too_early'
  /** Votes are taken no more: after the month's end, or for an order already while they are tallied. */
  | 'late'
  /** The amount buys no whole number of votes. */
  | 'wrong_amount'
  | 'too_many_votes'
  | 'own_phone'
  | 'phone_day_limit'

export type GiftVerdict =
  | { readonly kind: 'taken' }
  /** Only suspicion: it is taken, and two people count it or send it back. */
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

/** The facts where the payer's phone has so many votes more for the video that day. @param possibly so many more may be its */
export function withVotes(facts: GiftFacts, surely: number, possibly = 0): GiftFacts {
  const { sure, possible } = facts.votesThatDay
  return { ...facts, votesThatDay: { sure: sure + surely, possible: possible + surely + possibly } }
}

const refused = (reason: GiftRefusal): GiftVerdict => ({ kind: 'refused', reason })
const held = (reason: HoldReason): GiftVerdict => ({ kind: 'held', reason })

/**
 * The same for money that M-Pesa has taken already. Whose phone it was and how often it paid is for two people to judge: they
 * count it or send it back. What is refused for any other reason can not be counted.
 */
export function judgePaidGift(facts: GiftFacts): GiftVerdict {
  const verdict = judgeGift(facts)
  if (verdict.kind !== 'refused') return verdict
  if (verdict.reason === 'own_phone') return held('fraud_hold')
  return verdict.reason === 'phone_day_limit' ? held(verdict.reason) : verdict
}

/** The month of a video, as far as votes go. */
export type VotingMonth = {
  readonly phase: ChallengePhase
  readonly votingStartsAt: Date
  readonly endsAt: Date
}

/**
 * Whether a month takes votes at a moment. What was paid before voting opened is early whenever M-Pesa tells of it, so the date
 * decides and not the phase: whoever opens voting by hand moves the date, too.
 * @param isPaid M-Pesa has the money, and `at` is its time: while votes are tallied, what was paid in the month still counts
 */
export function votingAt(
  { phase, votingStartsAt, endsAt }: VotingMonth,
  at: Date,
  isPaid: boolean,
): GiftFacts['voting'] {
  if (phase === 'closed' || at >= endsAt || (phase === 'tallying' && !isPaid)) return 'over'
  return at < votingStartsAt ? 'early' : 'open'
}

/** A video that was taken out of its month. */
export type VideoRemoval = {
  readonly withdrawnAt: Date | null
  readonly withdrawnBecause: VideoRemovalReason | null
  /** The dancer's account is closed for good: nobody could take the money out. */
  readonly isErased: boolean
}

/** Why money paid at a moment can not be counted for a video any more; null where it was not withdrawn by then. */
export function withdrawnBy(
  { withdrawnAt, withdrawnBecause, isErased }: VideoRemoval,
  at: Date,
): VideoRemovalReason | null {
  if (isErased) return 'dancer_inactive'
  return withdrawnAt && at >= withdrawnAt ? withdrawnBecause : null
}

/**
 * Why money paid at a moment cannot be counted for a gift. M-Pesa's time decides, not the callback's: a gift paid in the month
 * counts unless the prizes are already out, and so does one paid before its video was withdrawn (docs/decisions/0005).
 * @param endsAt of its month; undefined once that is closed
 */
export function objectionToGift(
  video: VideoRemoval,
  endsAt: Date | undefined,
  paidAt: Date,
): VideoRemovalReason | 'late' | null {
  return endsAt && paidAt < endsAt ? withdrawnBy(video, paidAt) : 'late'
}

/** What the web says of a gift that is refused. */
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
