import type { Tx } from '#lib/core/outbox.ts'
import { takeBackGift } from '#lib/domain/gifts/take-back.ts'
import type { TakeBackBy, TakenBack } from '#lib/domain/payments/reverse-credit.ts'
import type { PaymentPurpose } from '#lib/domain/payments/schema.ts'
import { takeBackSubscription } from '#lib/domain/subscriptions/take-back.ts'
import { takeBackTopup } from '#lib/domain/topups/take-back.ts'

type TakeBack = (tx: Tx, intentId: string, by: TakeBackBy) => Promise<TakenBack>

export const takeBacks: Readonly<Record<PaymentPurpose, TakeBack>> = {
  gift: takeBackGift,
  subscription: takeBackSubscription,
  topup: takeBackTopup,
}
