import type { Queryable } from '#lib/core/db.ts'
import { newGiftReference } from '#lib/domain/gifts/make-gifts.ts'
import { giftCredits, giftPrice } from '#lib/domain/gifts/policy.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import { insertRows, type Row } from '../insert-rows.ts'
import { inventBrowser, type PlannedGift } from '../months/plan-gifts.ts'
import type { Chance } from '../random.ts'
import { insertPaidPrompts, type Prompt } from './paid-prompts.ts'
import { postInBatches } from './post-in-batches.ts'
import type { NewReceipt } from './receipts.ts'

/** Writes gifts as settlement does. */
export async function collectGifts(
  on: Queryable,
  chance: Chance,
  newReceipt: NewReceipt,
  challengeId: string,
  gifts: readonly PlannedGift[],
): Promise<void> {
  const accounts = await systemAccounts()
  await insertPaidPrompts(
    on,
    chance,
    newReceipt,
    gifts.map((gift) => ({ ...giftPrompt(gift), paidAt: gift.paidAt })),
  )
  await insertRows(
    on,
    'gift',
    gifts.map((gift) => giftRow(chance, challengeId, gift)),
  )
  await postInBatches(
    on,
    gifts.map((gift) => {
      const { dancer, track } = gift.video.assignment
      const price = giftPrice(gift.votes)
      return {
        key: `intent:${gift.intentId}`,
        type: 'gift',
        sourceType: 'payment_intent',
        sourceId: gift.intentId,
        actor: 'mpesa',
        occurredAt: gift.paidAt,
        entries: [
          { accountId: systemAccount(accounts, 'mpesa_collection'), amount: -price },
          ...giftCredits(gift.votes, {
            dancer: dancer.accountId,
            musician: track.musician.accountId,
            platform: systemAccount(accounts, 'platform_revenue'),
          }),
        ],
      }
    }),
  )
}

export function giftPrompt(gift: PlannedGift): Prompt {
  return {
    intentId: gift.intentId,
    purpose: 'gift',
    amount: giftPrice(gift.votes),
    phone: gift.phone,
    reference: newGiftReference(),
    askedAt: gift.askedAt,
  }
}

export function giftRow(chance: Chance, challengeId: string, gift: PlannedGift): Row<'gift'> {
  const { session, fingerprint } = inventBrowser(chance)
  return {
    intentId: gift.intentId,
    videoId: gift.video.id,
    challengeId,
    dancerAccountId: gift.video.assignment.dancer.accountId,
    musicianAccountId: gift.video.assignment.track.musician.accountId,
    voteCount: gift.votes,
    phone: gift.phone,
    sessionId: session,
    deviceFingerprint: fingerprint,
    createdAt: gift.askedAt,
  }
}
