import { giftPurpose } from '#lib/domain/gifts/settlement.ts'
import type { PurposeHandlers } from '#lib/domain/payments/purpose.ts'
import { subscriptionPurpose } from '#lib/domain/subscriptions/settlement.ts'
import { topupPurpose } from '#lib/domain/topups/settlement.ts'

/** What payments can be for: settlement is handed these. */
export const purposes: PurposeHandlers = {
  gift: giftPurpose,
  subscription: subscriptionPurpose,
  topup: topupPurpose,
}
