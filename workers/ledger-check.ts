import { closeDb, db } from '#lib/core/db.ts'
import { giftInvariants } from '#lib/domain/gifts/invariants.ts'
import { brokenInvariants, ledgerInvariants } from '#lib/domain/ledger/invariants.ts'
import { payoutInvariants } from '#lib/domain/payouts/invariants.ts'
import { royaltyInvariants } from '#lib/domain/royalties/invariants.ts'
import { subscriptionInvariants } from '#lib/domain/subscriptions/invariants.ts'
import { tallyInvariants } from '#lib/domain/tally/invariants.ts'
import { topupInvariants } from '#lib/domain/topups/invariants.ts'

/** `npm run ledger:check`: says what is wrong with the books, and ends with 1 if anything is. */
const laws = [
  ...ledgerInvariants,
  ...giftInvariants,
  ...subscriptionInvariants,
  ...payoutInvariants,
  ...topupInvariants,
  ...royaltyInvariants,
  ...tallyInvariants,
]
const broken = await brokenInvariants(db(), laws)
for (const sentence of broken) console.error(sentence)
console.log(
  broken.length === 0
    ? `All ${laws.length} laws of the ledger hold.`
    : `${broken.length} of ${laws.length} laws are broken.`,
)
await closeDb()
process.exitCode = broken.length === 0 ? 0 : 1
