import { addSeconds } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { newSpokenCode } from '#lib/core/ids.ts'
import type { Cents } from '#lib/core/money.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import { insertRows } from '../insert-rows.ts'
import type { PlannedSubscription } from '../months/planned.ts'
import type { Chance } from '../random.ts'
import { insertPaidPrompts } from './paid-prompts.ts'
import { postInBatches } from './post-in-batches.ts'
import type { NewReceipt } from './receipts.ts'

const ROYALTY_PERCENT = 30n

export type PaidSubscription = PlannedSubscription & { amount: Cents; isLaunch: boolean }

/**
 * Writes subscriptions: 30% of each to the royalty pool, the rest to the platform. The payment has the
 * subscription's id.
 */
export async function collectSubscriptions(
  on: Queryable,
  chance: Chance,
  newReceipt: NewReceipt,
  paid: readonly PaidSubscription[],
): Promise<void> {
  const accounts = await systemAccounts()
  await insertPaidPrompts(
    on,
    chance,
    newReceipt,
    paid.map((one) => ({
      intentId: one.id,
      purpose: 'subscription',
      amount: one.amount,
      phone: one.dancer.phone,
      reference: `S${newSpokenCode(9)}`,
      askedAt: addSeconds(one.at, -20),
      paidAt: one.at,
    })),
  )
  await insertRows(
    on,
    'subscriptionPayment',
    paid.map((one) => ({
      intentId: one.id,
      subscriptionId: one.id,
      isLaunch: one.isLaunch,
      createdAt: addSeconds(one.at, -20),
    })),
  )
  await postInBatches(
    on,
    paid.map((one) => {
      const royalties = (one.amount * ROYALTY_PERCENT) / 100n
      return {
        key: `intent:${one.id}`,
        type: 'subscription',
        sourceType: 'payment_intent',
        sourceId: one.id,
        actor: 'mpesa',
        occurredAt: one.at,
        entries: [
          { accountId: systemAccount(accounts, 'mpesa_collection'), amount: -one.amount },
          { accountId: systemAccount(accounts, 'royalty_pool'), amount: royalties },
          { accountId: systemAccount(accounts, 'platform_revenue'), amount: one.amount - royalties },
        ],
      }
    }),
  )
}
