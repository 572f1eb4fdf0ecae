import type { PoolClient } from 'pg'
import { now } from '#lib/core/clock.ts'
import { firstRow } from '#lib/core/db.ts'
import { RuleError } from '#lib/core/errors.ts'
import { sha256 } from '#lib/core/ids.ts'
import { emit, runNow, type Tx, transaction } from '#lib/core/outbox.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import { paymentsChanged } from '#lib/domain/payments/events.ts'
import { openGiftsFromPaybill } from './paybill.ts'
import { samePhone, votesFor } from './policy.ts'
import { countVotes, giftPurpose } from './settlement.ts'

/** What a visitor has in hand: the code of the M-Pesa message and the phone that paid. */
export type Claim = { readonly receipt: string; readonly phone: string; readonly voteCode?: string }

type ReceiptRow = {
  receipt: string
  status: string
  intent_id: string | null
  amount: bigint
  phone: string | null
  account_reference: string | null
  reason: string | null
  paid_at: Date
}

// One sentence for "unknown" and for "somebody else's phone": the call must not tell which receipts exist.
const notFound = () =>
  new RuleError(
    'receipt_not_found',
    'We have not found a payment with this receipt and phone number. It can take 15 minutes to reach us.',
    404,
  )

/**
 * Counts a payment that was made but not counted, once (api.md, Gifts): money in suspense that was paid with a vote
 * code nobody recognised, or to no code at all, goes to the video whose code is named now.
 * @returns the gift's id, also where it was counted before
 * @throws RuleError receipt_not_found, claim_needs_code, claim_needs_review
 */
export async function claimGift(claim: Claim): Promise<string> {
  return transaction(async (tx) => {
    const row = await firstRow<ReceiptRow>(
      tx.client,
      `SELECT receipt, status::text, intent_id, amount, phone, account_reference, reason, paid_at FROM mpesa_receipt
        WHERE receipt = $1 FOR NO KEY UPDATE`,
      [claim.receipt],
    )
    if (!row || !(await paidByPhone(tx.client, row, claim.phone))) throw notFound()
    if (row.status === 'credited' || row.status === 'claimed') return countedGift(tx.client, row)
    if (row.status !== 'unmatched' || row.intent_id !== null || votesFor(row.amount) === null)
      throw needsReview()
    const code = claim.voteCode || row.account_reference || ''
    // As M-Pesa told it, where it did: a phone that a mask fits is easily found, and may stand for another.
    const phone = row.phone || claim.phone
    const giftId = await countUnmatched(tx, row, { code, phone, actor: 'claim' })
    // Nothing of it stays: the money waits in suspense for two people.
    if (await isHeld(tx.client, giftId)) throw needsReview()
    return giftId
  })
}

/** Whether it was opened as one that is held for people: from the dancer's own phone (lib/domain/fraud). */
async function isHeld(client: PoolClient, intentId: string): Promise<boolean> {
  const sql = 'SELECT FROM payment_intent WHERE id = $1 AND hold_reason IS NOT NULL'
  return (await firstRow(client, sql, [intentId])) !== undefined
}

const needsReview = () =>
  new RuleError(
    'claim_needs_review',
    'We have your payment and a person is looking at it. It will be counted or sent back.',
    409,
  )

/** M-Pesa masks phones at times, then the last three digits have to do, or tells their SHA-256; or the intent knows the phone. */
async function paidByPhone(client: PoolClient, row: ReceiptRow, phone: string): Promise<boolean> {
  if (row.phone && (samePhone(row.phone, phone) || isHashOf(row.phone, phone))) return true
  if (row.intent_id) {
    const intent = await firstRow<{ phone: string }>(
      client,
      'SELECT phone FROM payment_intent WHERE id = $1',
      [row.intent_id],
    )
    if (intent && samePhone(intent.phone, phone)) return true
  }
  const shown = row.phone ?? ''
  const lastDigits = /(\d{3})$/.exec(shown)?.[1]
  return shown.includes('*') && lastDigits !== undefined && phone.endsWith(lastDigits)
}

/** `phone` as 2547XXXXXXXX. */
function isHashOf(hash: string, phone: string): boolean {
  return hash.toLowerCase() === Buffer.from(sha256(phone)).toString('hex')
}

async function countedGift(client: PoolClient, row: ReceiptRow): Promise<string> {
  const gift = await firstRow<{ intent_id: string }>(
    client,
    'SELECT intent_id FROM gift WHERE intent_id = $1',
    [row.intent_id],
  )
  if (!gift) throw notFound()
  return gift.intent_id
}

/** Money in suspense: a receipt with status `unmatched`, locked by the caller. */
export type Unmatched = Pick<ReceiptRow, 'receipt' | 'amount' | 'paid_at'>

/**
 * Counts money in suspense as a gift for the video of a vote code.
 * @returns the gift's id
 * @throws RuleError claim_needs_code (no such code), claim_needs_review (the rules of gifts do not let it count)
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
    paidAt: row.paid_at,
    isTimeKnown: true,
    phone,
    accountReference: code,
    trusted: true,
  } as const
  const { opened, refused } = await openGiftsFromPaybill(client, [paid])
  if (refused.has(row.receipt)) throw needsReview()
  const intentId = opened.get(row.receipt)
  if (!intentId) {
    throw new RuleError(
      'claim_needs_code',
      'We have your payment. Enter the vote code of the video that you want to count it for.',
      409,
    )
  }
  const terms = (await giftPurpose.load(client, [intentId])).get(intentId)
  if (!terms || terms.objection(row.paid_at)) throw needsReview()
  const suspense = systemAccount(await systemAccounts(), 'suspense')
  await client.query(`UPDATE mpesa_receipt SET status = 'claimed', intent_id = $2 WHERE receipt = $1`, [
    row.receipt,
    intentId,
  ])
  await client.query(
    `UPDATE payment_intent SET state = 'credited', paid_at = $2, settled_at = $3, next_check_at = NULL WHERE id = $1`,
    [intentId, row.paid_at.toISOString(), now().toISOString()],
  )
  await postJournals(client, [
    {
      key: `intent:${intentId}`,
      type: 'gift',
      sourceType: 'payment_intent',
      sourceId: intentId,
      actor,
      occurredAt: row.paid_at,
      entries: [{ accountId: suspense, amount: -row.amount }, ...terms.credits(row.amount, 0)],
    },
  ])
  // The video behind the balances, as settlement locks them.
  const bought = { what: terms.what, quantity: terms.quantity, paidAt: row.paid_at }
  await runNow(tx, [countVotes([bought])])
  await emit(tx, paymentsChanged, { intent_ids: [intentId] })
  return intentId
}
