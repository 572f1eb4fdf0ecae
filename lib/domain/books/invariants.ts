import { monthReportInvariants } from '#lib/domain/accounting/invariants.ts'
import { accountInvariants } from '#lib/domain/accounts/invariants.ts'
import { cashInvariants } from '#lib/domain/cash/invariants.ts'
import { giftInvariants } from '#lib/domain/gifts/invariants.ts'
import { revenueInvariants } from '#lib/domain/ledger/hour-revenue.ts'
import { hourInvariants } from '#lib/domain/ledger/hour-sums.ts'
import { type Invariant, ledgerInvariants } from '#lib/domain/ledger/invariants.ts'
import { paymentInvariants } from '#lib/domain/payments/invariants.ts'
import { payoutInvariants } from '#lib/domain/payouts/invariants.ts'
import { refundInvariants } from '#lib/domain/refunds/invariants.ts'
import { ringInvariants } from '#lib/domain/rings/invariants.ts'
import { royaltyInvariants } from '#lib/domain/royalties/invariants.ts'
import { subscriptionInvariants } from '#lib/domain/subscriptions/invariants.ts'
import { tallyInvariants } from '#lib/domain/tally/invariants.ts'
import { taxInvariants } from '#lib/domain/taxes/invariants.ts'
import { topupInvariants } from '#lib/domain/topups/invariants.ts'
import { transferInvariants } from '#lib/domain/transfers/invariants.ts'
import { videoInvariants } from '#lib/domain/videos/invariants.ts'
import { walletInvariants } from '#lib/domain/wallets/invariants.ts'

/** The invariants of all domains (docs/money.md, The ledger). */
export const allInvariants: readonly Invariant[] = [
  ...ledgerInvariants,
  ...giftInvariants,
  ...ringInvariants,
  ...paymentInvariants,
  ...subscriptionInvariants,
  ...payoutInvariants,
  ...refundInvariants,
  ...topupInvariants,
  ...royaltyInvariants,
  ...taxInvariants,
  ...monthReportInvariants,
  ...tallyInvariants,
  ...transferInvariants,
  ...cashInvariants,
  ...walletInvariants,
  ...videoInvariants,
  ...accountInvariants,
  ...hourInvariants,
  ...revenueInvariants,
]
