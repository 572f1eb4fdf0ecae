import { type ExpressionBuilder, sql } from 'kysely'
import { now } from '#lib/core/clock.ts'
import { type Queryable, rows, type Statement } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { ofJournals } from '#lib/domain/ledger/journal-range.ts'
import type { EntryDraft } from '#lib/domain/ledger/schema.ts'
import type { HoldReason, Intent, KnownReceipt, PaymentPurpose, PaymentState } from './schema.ts'

// SQL of settlement; each statement handles a whole batch. Updates with a join also compare the ids with an
// array, so that one index scan finds all rows.

type IntentRow = {
  readonly id: string
  readonly purpose: PaymentPurpose
  readonly state: PaymentState
  readonly amount: bigint
  readonly sent_at: Date
  readonly checkout_request_id: string | null
  readonly hinted_checkout_request_id: string | null
  readonly last_query_code: string | null
  readonly hold_reason: HoldReason | null
  readonly review_reason: string | null
  readonly was_counted: boolean
}

/** Locks intents in order of id, which avoids deadlocks. */
export async function lockIntents(on: Queryable, ids: readonly string[]): Promise<Map<string, Intent>> {
  if (ids.length === 0) return new Map()
  const found = await rows<IntentRow>(on, {
    name: 'settle-lock-intents',
    text: `SELECT id, purpose, state, amount, coalesce(submitted_at, created_at) AS sent_at, checkout_request_id,
        hinted_checkout_request_id, last_query_code, hold_reason, review_reason, paid_at IS NOT NULL AS was_counted
      FROM payment_intent WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    values: [ids],
  })
  const paid = await receiptsOf(
    on,
    found.filter((row) => row.state === 'credited').map((row) => row.id),
  )
  return new Map(found.map((row) => [row.id, toIntent(row, paid.get(row.id) ?? null)]))
}

/**
 * Receipts of credited intents. Call it after locking the intents: a statement that waited for the lock does
 * not see receipts committed meanwhile, and a second payment would count as the first.
 */
async function receiptsOf(on: Queryable, creditedIds: readonly string[]): Promise<Map<string, string>> {
  if (creditedIds.length === 0) return new Map()
  const found = await rows<{ intent_id: string; receipt: string }>(on, {
    name: 'settle-receipts-of-intents',
    text: `SELECT intent_id, receipt FROM mpesa_receipt
      WHERE intent_id = ANY($1::uuid[]) AND status IN ('credited', 'claimed')`,
    values: [creditedIds],
  })
  return new Map(found.map((row) => [row.intent_id, row.receipt]))
}

function toIntent(row: IntentRow, receipt: string | null): Intent {
  return {
    id: row.id,
    purpose: row.purpose,
    state: row.state,
    amount: row.amount,
    sentAt: row.sent_at,
    checkoutRequestId: row.checkout_request_id,
    hintedCheckoutRequestId: row.hinted_checkout_request_id,
    lastQueryCode: row.last_query_code,
    receipt,
    holdReason: row.hold_reason,
    reviewReason: row.review_reason,
    wasCounted: row.was_counted,
  }
}

export async function intentsByReference(
  on: Queryable,
  references: readonly string[],
): Promise<Map<string, string>> {
  if (references.length === 0) return new Map()
  const found = await kysely(on)
    .selectFrom('paymentIntent')
    .select(['id', 'accountReference'])
    .where('accountReference', '=', anyOf(references))
    .execute()
  return new Map(found.map((row) => [row.accountReference, row.id]))
}

/** Reads without a lock. */
export async function countedAmong(on: Queryable, intentIds: readonly string[]): Promise<Set<string>> {
  if (intentIds.length === 0) return new Set()
  const found = await kysely(on)
    .selectFrom('paymentIntent')
    .select('id')
    .where('id', '=', anyOf(intentIds))
    .where('state', '=', 'credited')
    .execute()
  return new Set(found.map(({ id }) => id))
}

export async function holdersOfPrompts(
  on: Queryable,
  checkoutRequestIds: readonly string[],
): Promise<Map<string, string>> {
  if (checkoutRequestIds.length === 0) return new Map()
  const found = await rows<{ id: string; checkout_request_id: string }>(on, {
    name: 'settle-holders-of-prompts',
    text: 'SELECT id, checkout_request_id FROM payment_intent WHERE checkout_request_id = ANY($1::text[])',
    values: [checkoutRequestIds],
  })
  return new Map(found.map((row) => [row.checkout_request_id, row.id]))
}

export type IntentChange = {
  readonly id: string
  readonly state: PaymentState
  readonly resultCode: string | null
  readonly reviewReason: string | null
  readonly lastQueryCode: string | null
  readonly checkoutRequestId: string | null
  readonly hintedCheckoutRequestId: string | null
  readonly nextCheckAt: Date | null
  readonly paidAt: Date | null
  readonly settledAt: Date | null
  readonly confirmedAt: Date | null
  /** Null if unchanged. */
  readonly receipt: 'known' | 'missing' | null
}

/** Groups equal changes into one statement. */
export function intentsWritten(changes: readonly IntentChange[]): Statement[] {
  return [...Map.groupBy(changes, inCommon).values()].map(writtenAlike)
}

const inCommon = (change: IntentChange) =>
  JSON.stringify([
    change.state,
    change.resultCode,
    change.reviewReason,
    change.lastQueryCode,
    change.nextCheckAt?.getTime(),
    change.settledAt?.getTime(),
    change.confirmedAt?.getTime(),
    change.receipt,
  ])

function writtenAlike(changes: readonly IntentChange[]): Statement {
  const [common] = changes
  return {
    name: 'settle-write-intents',
    text: `UPDATE payment_intent i SET state = $4::payment_state, result_code = coalesce($5, result_code),
        review_reason = coalesce($6, review_reason), last_query_code = $7, next_check_at = $8,
        settled_at = coalesce($9, settled_at), paid_at = coalesce(c.paid_at, i.paid_at),
        confirmed_at = coalesce($10, confirmed_at),
        receipt_missing_since = CASE $11 WHEN 'missing' THEN $12::timestamptz WHEN 'known' THEN NULL ELSE receipt_missing_since END,
        checkout_request_id = coalesce(i.checkout_request_id, c.checkout_request_id),
        hinted_checkout_request_id = coalesce(c.hinted, i.hinted_checkout_request_id)
      FROM unnest($1::uuid[], $2::text[], $3::timestamptz[], $13::text[]) AS c(id, checkout_request_id, paid_at, hinted)
      WHERE i.id = c.id AND i.id = ANY($1::uuid[])`,
    values: [
      changes.map(({ id }) => id),
      changes.map(({ checkoutRequestId }) => checkoutRequestId),
      changes.map(({ paidAt }) => paidAt),
      common?.state ?? null,
      common?.resultCode ?? null,
      common?.reviewReason ?? null,
      common?.lastQueryCode ?? null,
      common?.nextCheckAt?.toISOString() ?? null,
      common?.settledAt?.toISOString() ?? null,
      common?.confirmedAt?.toISOString() ?? null,
      common?.receipt ?? null,
      now().toISOString(),
      changes.map(({ hintedCheckoutRequestId }) => hintedCheckoutRequestId),
    ],
  }
}

type KnownRow = {
  receipt: string
  intent_id: string | null
  status: KnownReceipt['status']
  amount: bigint
  source: string
  reason: string | null
  is_reversed: boolean
}

const KNOWN = `receipt, intent_id, status, amount, source, reason, EXISTS (SELECT FROM mpesa_reversal v
  WHERE v.payment = mpesa_receipt.receipt AND v.closed_at IS NULL) AS is_reversed`

function toKnown({ intent_id, is_reversed, ...row }: KnownRow): KnownReceipt {
  return { ...row, intentId: intent_id, isReversed: is_reversed }
}

const DAY_OF_PA = `(pa AT TIME ZONE 'Africa/Nairobi')::date`

export async function lockReceipts(
  on: Queryable,
  receipts: readonly string[],
): Promise<Map<string, KnownReceipt>> {
  if (receipts.length === 0) return new Map()
  const found = await rows<KnownRow>(on, {
    name: 'settle-lock-receipts',
    text: `SELECT ${KNOWN} FROM mpesa_receipt WHERE receipt = ANY($1) ORDER BY receipt FOR NO KEY UPDATE`,
    values: [receipts],
  })
  return new Map(found.map((row) => [row.receipt, toKnown(row)]))
}

/**
 * SQL: `y` is a second receipt of a payment, in suspense. If the first is reassigned, `y` pays for that
 * payment.
 */
const beside = `y.status = 'unmatched' AND y.reason = 'paid_twice'`

/**
 * As `lockReceipts`, and locks the second receipts of payments whose callbacks named one of these: M-Pesa's
 * books may reassign the named receipt.
 */
export async function lockReceiptsAndBeside(
  on: Queryable,
  receipts: readonly string[],
): Promise<Map<string, KnownReceipt>> {
  const found = await rows<KnownRow>(on, {
    name: 'settle-lock-receipts-and-beside',
    text: `SELECT ${KNOWN} FROM mpesa_receipt WHERE receipt = ANY(ARRAY(
        SELECT unnest($1::text[]) UNION ALL
        SELECT y.receipt FROM mpesa_receipt x JOIN mpesa_receipt y ON y.intent_id = x.intent_id AND ${beside}
        WHERE x.receipt = ANY($1) AND x.status = 'credited' AND x.source = 'callback'))
      ORDER BY receipt FOR NO KEY UPDATE`,
    values: [receipts],
  })
  return new Map(found.map((row) => [row.receipt, toKnown(row)]))
}

/** Second receipts of these intents, in suspense. Complete only if the intents are locked. */
export function receiptsBeside(on: Queryable, intentIds: readonly string[]): Promise<{ receipt: string }[]> {
  return kysely(on)
    .selectFrom('mpesaReceipt')
    .select('receipt')
    .where('intentId', '=', anyOf(intentIds))
    .where('status', '=', 'unmatched')
    .where('reason', '=', 'paid_twice')
    .execute()
}

/** A journal of a receipt's money that may have to be reversed. */
export type StandingJournal = {
  readonly id: bigint
  readonly key: string
  readonly type: string
  readonly receipt: string
  readonly entries: readonly EntryDraft[]
}

/** Suspense and difference journals of these receipts that are not reversed. */
export async function standingJournals(
  on: Queryable,
  receipts: readonly KnownReceipt[],
): Promise<StandingJournal[]> {
  if (receipts.length === 0) return []
  const keys = receipts.flatMap(({ receipt, intentId }) => [
    suspenseKey(receipt),
    suspenseKey(receipt, intentId ?? NOBODY),
    receiptDifferenceKey(receipt),
  ])
  const found = await kysely(on)
    .with('standing', (books) =>
      books
        .selectFrom('journal as j')
        .select(['j.id', 'j.idempotencyKey as key', 'j.type', 'j.sourceId as receipt'])
        .where('j.idempotencyKey', '=', anyOf(keys))
        .where((eb) =>
          eb.not(
            eb.exists(eb.selectFrom('journal as r').select('r.id').whereRef('r.reversalOf', '=', 'j.id')),
          ),
        ),
    )
    .selectFrom('standing as j')
    .innerJoin('entry as e', 'e.journalId', 'j.id')
    .select(['j.id', 'j.key', 'j.type', 'j.receipt', 'e.accountId', 'e.amount'])
    .where((eb) => ofJournals(eb.ref('e.journalId'), eb.selectFrom('standing').select('id')))
    .execute()
  return [...Map.groupBy(found, ({ id }) => id).values()].flatMap((entries) => {
    const [first] = entries
    return first
      ? [{ ...first, entries: entries.map(({ accountId, amount }) => ({ accountId, amount })) }]
      : []
  })
}

/** Stands for the new owner of a receipt that M-Pesa's books take from a payment and give to none of ours. */
export const NOBODY = 'nobody'

/** @param after the payment that the receipt was reassigned to, or `NOBODY`; null if not reassigned */
export function suspenseKey(receipt: string, after: string | null = null): string {
  return after === null ? `receipt:${receipt}` : `receipt:${receipt}:${after}`
}

export function receiptDifferenceKey(receipt: string): string {
  return `difference:${receipt}`
}

export type ReceiptRow = KnownReceipt & {
  readonly accountReference: string | null
  readonly phone: string | null
  readonly paidAt: Date
}

/**
 * Inserts new receipts, and updates known ones with M-Pesa's new data. Fails with 23505 if a concurrent
 * settlement inserted the same receipt.
 */
export function receiptsWritten(
  fresh: readonly ReceiptRow[],
  changed: Iterable<KnownReceipt | ReceiptRow>,
): Statement[] {
  return [
    ...[...Map.groupBy(fresh, receiptsInCommon).values()].map(insertedAlike),
    ...[...changed].map(receiptChanged),
  ]
}

const receiptsInCommon = ({ status, source, reason }: ReceiptRow) => JSON.stringify([status, source, reason])

function insertedAlike(fresh: readonly ReceiptRow[]): Statement {
  const [common] = fresh
  return {
    name: 'settle-write-receipts',
    // A receipt from the statement is marked as listed.
    text: `INSERT INTO mpesa_receipt (receipt, status, intent_id, amount, source, account_reference, phone, reason, paid_at,
        listed_on, listed_amount)
      SELECT r, $7::receipt_status, i, a, $8, ar, p, $9, pa, CASE WHEN $8 = 'statement' THEN ${DAY_OF_PA} END,
        CASE WHEN $8 = 'statement' THEN a END
      FROM unnest($1::text[], $2::uuid[], $3::bigint[], $4::text[], $5::text[], $6::timestamptz[]) AS t(r, i, a, ar, p, pa)`,
    values: [
      fresh.map((row) => row.receipt),
      fresh.map((row) => row.intentId),
      fresh.map((row) => row.amount),
      fresh.map((row) => row.accountReference),
      fresh.map((row) => row.phone),
      fresh.map((row) => row.paidAt),
      common?.status ?? null,
      common?.source ?? null,
      common?.reason ?? null,
    ],
  }
}

function receiptChanged(row: KnownReceipt | ReceiptRow): Statement {
  const { receipt, status, intentId, reason } = row
  if (!('paidAt' in row))
    return {
      name: 'settle-change-receipt',
      text: 'UPDATE mpesa_receipt SET status = $2, intent_id = $3, reason = $4 WHERE receipt = $1',
      values: [receipt, status, intentId, reason],
    }
  const { amount, source, accountReference, phone, paidAt } = row
  return {
    name: 'settle-change-whole-receipt',
    text: `UPDATE mpesa_receipt SET status = $2, intent_id = $3, reason = $4, amount = $5, source = $6, account_reference = $7,
      phone = $8, paid_at = pa, listed_on = CASE WHEN $6 = 'statement' THEN ${DAY_OF_PA} ELSE listed_on END,
      listed_amount = CASE WHEN $6 = 'statement' THEN $5::bigint ELSE listed_amount END
      FROM (SELECT $9::timestamptz AS pa) AS told WHERE receipt = $1`,
    values: [
      receipt,
      status,
      intentId,
      reason,
      String(amount),
      source,
      accountReference,
      phone,
      paidAt.toISOString(),
    ],
  }
}

/** SQL: the receipt that paid for the payment `i`. */
export function receiptOf(eb: ExpressionBuilder<DB & { i: DB['paymentIntent'] }, 'i'>) {
  return eb
    .selectFrom('mpesaReceipt as r')
    .select('r.receipt')
    .whereRef('r.intentId', '=', 'i.id')
    .where('r.status', 'in', sql<'credited' | 'claimed'>`('credited', 'claimed')`)
    .limit(1)
}
