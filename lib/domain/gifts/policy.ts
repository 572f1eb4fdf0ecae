import { RuleError } from '#lib/core/errors.ts'
import type { Cents } from '#lib/core/money.ts'
import type { EntryDraft } from '#lib/domain/ledger/schema.ts'

/** Cents for one vote (spec 1, section 9). */
export const VOTE_PRICE: Cents = 5_000n
export const DANCER_SHARE: Cents = 1_500n
export const MUSICIAN_SHARE: Cents = 1_500n
export const PLATFORM_SHARE: Cents = 2_000n

/** The price of so many votes, in cents. */
export function giftPrice(votes: number): Cents {
  return BigInt(votes) * VOTE_PRICE
}

/** How many votes an amount pays for; null where it is not a whole number of them. */
export function votesFor(amount: Cents): number | null {
  if (amount <= 0n || amount % VOTE_PRICE !== 0n) return null
  return Number(amount / VOTE_PRICE)
}

/** Who is credited for a gift: KES 15 to the dancer, 15 to the musician, 20 to the platform, each vote. */
export function giftCredits(
  votes: number,
  accounts: { dancer: bigint; musician: bigint; platform: bigint },
): EntryDraft[] {
  const n = BigInt(votes)
  return [
    { accountId: accounts.dancer, amount: n * DANCER_SHARE },
    { accountId: accounts.musician, amount: n * MUSICIAN_SHARE },
    { accountId: accounts.platform, amount: n * PLATFORM_SHARE },
  ]
}

/** The same phone written any way (07…, +2547…, 2547…) as 2547XXXXXXXX, or null. */
export function samePhone(a: string, b: string): boolean {
  const tail = (phone: string) => phone.replace(/\D/g, '').replace(/^(254|0)/, '')
  const left = tail(a)
  return left.length === 9 && left === tail(b)
}

/** Spec 1, section 8: every message about too many votes. */
export function tooManyVotes(): RuleError {
  return new RuleError(
    'max_votes_reached',
    'You have exceeded the maximum votes for this video. (max votes reached)',
    409,
  )
}

/** Votes are bought between the phase's start and the month's end. */
export function votingClosed(): RuleError {
  return new RuleError('voting_closed', 'Voting is not open for this challenge.', 409)
}
