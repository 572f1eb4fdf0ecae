import type { Queryable } from '#lib/core/db.ts'
import type { Cents } from '#lib/core/money.ts'
import { lockLaunchSlots } from '#lib/domain/challenges/launch-slots.ts'
import { launchOffer } from '#lib/domain/challenges/policy.ts'
import type { Challenge } from '#lib/domain/challenges/queries.ts'
import { hasEverPaid } from './rows.ts'

/** In cents. */
export type AskingPrice = { amount: Cents; isLaunch: boolean }

/**
 * Decides the price of a new payment. For the launch fee it locks the launch slots: other requests for a
 * slot wait until this transaction ends (docs/api.md, Challenges).
 */
export async function decidePrice(
  on: Queryable,
  challenge: Challenge,
  subscription: { id: string; dancerId: string },
  moment: Date,
): Promise<AskingPrice> {
  const full = { amount: challenge.subscriptionFee, isLaunch: false }
  if (challenge.launchSlots === 0) return full
  if (await hasEverPaid(on, subscription.dancerId)) return full
  const { taken, reservedBy } = await lockLaunchSlots(on, moment)
  // A payment for another month may have been credited while this waited for the lock.
  if (await hasEverPaid(on, subscription.dancerId)) return full
  // A dancer's own reservation takes no second slot.
  const takenByOthers = taken - (reservedBy.has(subscription.id) ? 1 : 0)
  const { isOpen, fee } = launchOffer(challenge, takenByOthers)
  return { amount: fee, isLaunch: isOpen }
}
