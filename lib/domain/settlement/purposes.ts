import { giftPurpose } from '#lib/domain/gifts/settlement.ts'
import type { PurposeHandler } from '#lib/domain/payments/purpose.ts'
import type { PaymentPurpose } from '#lib/domain/payments/schema.ts'
import { subscriptionPurpose } from '#lib/domain/subscriptions/settlement.ts'
import { topupPurpose } from '#lib/domain/topups/settlement.ts'

export const purposes: Readonly<Record<PaymentPurpose, PurposeHandler>> = {
  gift: giftPurpose,
  subscription: subscriptionPurpose,
  topup: topupPurpose,
}
