import type { Selectable } from 'kysely'
import { now } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { RuleError } from '#lib/core/errors.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { sha256 } from '#lib/core/ids.ts'
import { countRows, kysely } from '#lib/core/kysely.ts'
import { emit, runAll, type Tx, transaction } from '#lib/core/outbox.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import { paymentsChanged } from '#lib/domain/payments/events.ts'
import { openGiftsFromPaybill } from './paybill.ts'
import { samePhone, voteCountFor } from './policy.ts'
import { countVotes, giftPurpose } from './settlement.ts'

/** The code of the M-Pesa message and the phone that paid. */
export type Claim = { readonly receipt: string; readonly phone: string; readonly voteCode?: string }

type Receipt = Pick<Selectable<DB['mpesaReceipt']>, 'intentId' | 'phone'>

// One sentence for an unknown receipt and for another phone: the call must not reveal which receipts exist.
const notFound = () => new RuleError('receipt_not_found', 404)

const needsReview = () => new RuleError('claim_needs_review', 409)

/**
 * Counts a payment in suspense as a gift, once: for the video of `voteCode`, else of the typed account
 * number.
 * @returns the gift's id, also if it was counted before
 * @throws RuleError receipt_not_found, claim_needs_code, claim_needs_review
 */
export async function claimGift(claim: Claim): Promise<string> {
  return transaction(async (tx) => {
    const row = await tx.kysely
      .selectFrom('mpesaReceipt')
      .select(['receipt', 'status', 'intentId', 'amount', 'phone', 'accountReference', 'paidAt'])
      .where('receipt', '=', claim.receipt)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!row || !(await isPaidByPhone(tx.client, row, claim.phone))) throw notFound()
    if (row.status === 'credited' || row.status === 'claimed') return countedGift(tx, row)
    const mayCount =
      row.status === 'unmatched' && row.intentId === null && !(await isReversed(tx, row.receipt))
    if (!mayCount || voteCountFor(row.amount) === null) throw needsReview()
    const code = claim.voteCode || row.accountReference || ''
    // Prefers the phone that M-Pesa reported, even a mask: a claimed phone that fits it is easily guessed.
    const phone = row.phone || claim.phone
    const giftId = await countUnmatched(tx, row, { code, phone, actor: 'claim' })
    // The rollback leaves the money in suspense for two people.
    if (await isHeld(tx, giftId)) throw needsReview()
    return giftId
  })
}

async function isHeld(tx: Tx, intentId: string): Promise<boolean> {
  return (
    (await countRows(
      tx.kysely.selectFrom('paymentIntent').where('id', '=', intentId).where('holdReason', 'is not', null),
    )) > 0
  )
}

/** Whether M-Pesa reversed the payment by itself: then people decide. */
async function isReversed(tx: Tx, receipt: string): Promise<boolean> {
  return (
    (await countRows(
      tx.kysely.selectFrom('mpesaReversal').where('payment', '=', receipt).where('closedAt', 'is', null),
    )) > 0
  )
}

/**
 * Whether the phone equals the phone or SHA-256 that M-Pesa reported, or the payment's phone. A mask proves
 * nothing: strangers' phones fit it.
 */
export async function isProvenPayer(on: Queryable, row: Receipt, phone: string): Promise<boolean> {
  if (row.phone && (samePhone(row.phone, phone) || isHashOf(row.phone, phone))) return true
  if (!row.intentId) return false
  const intent = await kysely(on)
    .selectFrom('paymentIntent')
    .select('phone')
    .where('id', '=', row.intentId)
    .executeTakeFirst()
  return intent !== undefined && samePhone(intent.phone, phone)
}

/** As `isProvenPayer`, but the last three digits suffice if M-Pesa reported a mask. */
async function isPaidByPhone(on: Queryable, row: Receipt, phone: string): Promise<boolean> {
  if (await isProvenPayer(on, row, phone)) return true
  const shown = row.phone ?? ''
  const lastDigits = /(\d{3})$/.exec(shown)?.[1]
  return shown.includes('*') && lastDigits !== undefined && phone.endsWith(lastDigits)
}

/** `phone` is 2547XXXXXXXX. */
function isHashOf(hash: string, phone: string): boolean {
  return hash.toLowerCase() === Buffer.from(sha256(phone)).toString('hex')
}

async function countedGift(tx: Tx, { intentId }: Receipt): Promise<string> {
  const isGift =
    intentId !== null && (await countRows(tx.kysely.selectFrom('gift').where('intentId', '=', intentId))) > 0
  if (!isGift) throw notFound()
  return intentId
}

/** A receipt with status `unmatched`, locked by the caller. */
export type Unmatched = Pick<Selectable<DB['mpesaReceipt']>, 'receipt' | 'amount' | 'paidAt'>

/**
 * Counts money in suspense as a gift for the video of a vote code.
 * @returns the gift's id
 * @throws RuleError claim_needs_code (no such code), claim_needs_review (the gift rules refuse it)
 */
export async function countUnmatched(
  tx: Tx,
  row: Unmatched,
  { code, phone, actor }: { code: string; phone: string | null; actor: string },
): Promise<string> {
  const { client } = tx
  const paid = {
    kind: 'paid',
    source: 'statement',
    receipt: row.receipt,
    amount: row.amount,
    paidAt: row.paidAt,
    isTimeKnown: true,
    phone,
    accountReference: code,
    trusted: true,
  } as const
  const { opened, refused } = await openGiftsFromPaybill(client, [paid])
  if (refused.has(row.receipt)) throw needsReview()
  const intentId = opened.get(row.receipt)
  if (!intentId) {
    throw new RuleError('claim_needs_code', 409)
  }
  const terms = (await giftPurpose.load(client, [intentId])).get(intentId)
  if (!terms || terms.objection(row.paidAt)) throw needsReview()
  const suspense = systemAccount(await systemAccounts(), 'suspense')
  await tx.kysely
    .updateTable('mpesaReceipt')
    .set({ status: 'claimed', intentId })
    .where('receipt', '=', row.receipt)
    .execute()
  await tx.kysely
    .updateTable('paymentIntent')
    .set({ state: 'credited', paidAt: row.paidAt, settledAt: now(), nextCheckAt: null })
    .where('id', '=', intentId)
    .execute()
  await postJournals(client, [
    {
      key: `intent:${intentId}`,
      type: 'gift',
      sourceType: 'payment_intent',
      sourceId: intentId,
      actor,
      occurredAt: row.paidAt,
      entries: [{ accountId: suspense, amount: -row.amount }, ...terms.credits(row.amount)],
    },
  ])
  // Balances are locked before the video, as in settlement.
  await runAll(tx, [countVotes([{ what: terms.what, voteCount: terms.voteCount, paidAt: row.paidAt }])])
  await emit(tx, paymentsChanged, { intent_ids: [intentId] })
  return intentId
}
