import { addSeconds } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { newSpokenCode } from '#lib/core/ids.ts'
import { type Cents, shillings } from '#lib/core/money.ts'
import { insertRows } from '../insert-rows.ts'
import { inventBrowser, type PlannedGift } from '../months/plan-gifts.ts'
import type { PlannedSubscription } from '../months/plan-month.ts'
import type { Chance } from '../random.ts'
import { postJournals, type SeedJournal, type SystemAccounts, shardOf } from './journals.ts'
import { promptIds, receiptBook } from './receipts.ts'

/** The vote's price and its split: money.md, "one vote". */
const VOTE = { price: 5_000n, dancer: 1_500n, musician: 1_500n, platform: 2_000n }
const ROYALTY_PERCENT = 30n

/** A paid prompt: the columns of its intent and of its receipt. */
interface Payment {
  id: string
  purpose: 'gift' | 'subscription'
  amount: Cents
  phone: string
  askedAt: Date
  paidAt: Date
}

/** Subscription of a dancer with its terms. */
export type PaidSubscription = PlannedSubscription & { amount: Cents }

/** Takes the month's subscriptions: 30 % of each into the royalty pool, the rest to the platform, to the cent. */
export async function collectSubscriptions(
  on: Queryable,
  chance: Chance,
  accounts: SystemAccounts,
  paid: readonly PaidSubscription[],
): Promise<void> {
  await insertPayments(
    on,
    chance,
    paid.map((one) => ({
      id: one.id,
      purpose: 'subscription',
      amount: one.amount,
      phone: one.dancer.phone,
      askedAt: addSeconds(one.at, -20),
      paidAt: one.at,
    })),
  )
  const journals = paid.map((one, turn): SeedJournal => {
    const royalties = (one.amount * ROYALTY_PERCENT) / 100n
    return {
      key: `subscription:${one.id}`,
      type: 'subscription',
      sourceType: 'subscription',
      sourceId: one.id,
      actor: 'mpesa',
      occurredAt: one.at,
      entries: [
        { accountId: shardOf(accounts, 'mpesa_collection', turn), amount: -one.amount },
        { accountId: shardOf(accounts, 'royalty_pool', turn), amount: royalties },
        { accountId: shardOf(accounts, 'platform_revenue', turn), amount: one.amount - royalties },
      ],
    }
  })
  await postJournals(on, journals)
}

/** Takes the month's gifts, writes whom they are for, and counts them. */
export async function collectGifts(
  on: Queryable,
  chance: Chance,
  accounts: SystemAccounts,
  challengeId: string,
  gifts: readonly PlannedGift[],
): Promise<void> {
  await insertPayments(
    on,
    chance,
    gifts.map((gift) => ({
      id: gift.intentId,
      purpose: 'gift',
      amount: BigInt(gift.votes) * VOTE.price,
      phone: gift.phone,
      askedAt: gift.askedAt,
      paidAt: gift.paidAt,
    })),
  )
  await insertRows(
    on,
    'gift',
    gifts.map((gift) => giftRow(chance, challengeId, gift)),
  )
  await postJournals(
    on,
    gifts.map((gift, turn): SeedJournal => {
      const { dancer, track } = gift.video.assignment
      const votes = BigInt(gift.votes)
      return {
        key: `intent:${gift.intentId}`,
        type: 'gift',
        sourceType: 'payment_intent',
        sourceId: gift.intentId,
        actor: 'mpesa',
        occurredAt: gift.paidAt,
        entries: [
          { accountId: shardOf(accounts, 'mpesa_collection', turn), amount: -VOTE.price * votes },
          { accountId: dancer.accountId, amount: VOTE.dancer * votes },
          { accountId: track.musician.accountId, amount: VOTE.musician * votes },
          { accountId: shardOf(accounts, 'platform_revenue', turn), amount: VOTE.platform * votes },
        ],
      }
    }),
  )
}

/** The gift's row, whatever became of its payment. */
export function giftRow(chance: Chance, challengeId: string, gift: PlannedGift) {
  const { session, fingerprint } = inventBrowser(chance)
  return {
    intent_id: gift.intentId,
    video_id: gift.video.id,
    challenge_id: challengeId,
    dancer_account_id: gift.video.assignment.dancer.accountId,
    musician_account_id: gift.video.assignment.track.musician.accountId,
    vote_count: gift.votes,
    phone: gift.phone,
    session_id: session,
    device_fingerprint: fingerprint,
    created_at: gift.askedAt,
  }
}

async function insertPayments(on: Queryable, chance: Chance, payments: readonly Payment[]): Promise<void> {
  const newReceipt = receiptBook(chance)
  await insertRows(
    on,
    'payment_intent',
    payments.map((payment) => {
      const { checkout, merchant } = promptIds(chance, payment.askedAt, payment.phone)
      return {
        id: payment.id,
        purpose: payment.purpose,
        channel: 'prompt',
        state: 'credited',
        amount: payment.amount,
        phone: payment.phone,
        account_reference: newSpokenCode(10),
        checkout_request_id: checkout,
        merchant_request_id: merchant,
        result_code: '0',
        queries: 0,
        created_at: payment.askedAt,
        submitted_at: addSeconds(payment.askedAt, 1),
        paid_at: payment.paidAt,
        settled_at: addSeconds(payment.paidAt, 2),
      }
    }),
  )
  await insertRows(
    on,
    'mpesa_receipt',
    payments.map((payment) => ({
      receipt: newReceipt(payment.paidAt),
      status: 'credited',
      intent_id: payment.id,
      amount: payment.amount,
      source: 'callback',
      phone: payment.phone,
      paid_at: payment.paidAt,
      created_at: addSeconds(payment.paidAt, 2),
    })),
  )
}

/** What one vote costs, in cents. */
export const votePrice: Cents = VOTE.price

/** Subscription fees of the seed's months, in cents. */
export const fees = { full: shillings(1_000), launch: shillings(50) }
