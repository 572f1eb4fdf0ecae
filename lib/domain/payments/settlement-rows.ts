import { arrayLiteral } from '#lib/core/array-literal.ts'
import { type PlainStatement, type Queryable, rows, type Statement } from '#lib/core/db.ts'
import { resultKinds } from '#lib/domain/mpesa/callback-path.ts'
import type { HoldReason, Intent, PaymentPurpose, PaymentState } from './schema.ts'

// The reads and writes of settlement: each one statement for a whole batch. Where rows are joined with what is written to
// them, their ids are named twice: so that one walk through the index finds all of them.

export type InboxRow = {
  readonly id: bigint
  readonly kind: string
  readonly intent_id: string | null
  readonly source_address: string
  readonly body: string
  readonly received_at: Date
  /** Of its payment; null where it names none. */
  readonly purpose: PaymentPurpose | null
  /** The payment's, as it was when the callback was taken. */
  readonly state: PaymentState | null
}

const ofPayments = `kind NOT IN (${resultKinds.map((kind) => `'${kind}'`).join(', ')})`

/**
 * Takes waiting callbacks of payments, oldest first; other settlements pass over them until this transaction ends, and
 * all pass over those that were set aside. Answers to calls of ours are settled by who has called.
 * @param after the id behind which to look
 */
export function inboxClaimed(limit: number, after: bigint): Statement {
  return {
    name: 'settle-claim',
    // The kinds stand in the text, so that the plan knows how rare they are. Payments are looked up for what was taken only.
    text: `SELECT c.*, i.purpose, i.state FROM (
        SELECT id, kind, intent_id, source_address, body, received_at FROM callback_inbox
        WHERE processed_at IS NULL AND outcome IS NULL AND id > $2 AND ${ofPayments}
        ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED) c
      LEFT JOIN payment_intent i ON i.id = c.intent_id ORDER BY c.id`,
    values: [limit, String(after)],
  }
}

/** Leaves a callback waiting that could not be settled, with why, until `takeUpAgain`. */
export async function setAside(on: Queryable, id: bigint, why: string): Promise<void> {
  await on.query('UPDATE callback_inbox SET outcome = $2 WHERE id = $1 AND processed_at IS NULL', [
    id,
    `set aside: ${why.slice(0, 500)}`,
  ])
}

/** Lets settlement try what was set aside once more. @returns how many those are */
export async function takeUpAgain(on: Queryable): Promise<number> {
  const found = await on.query(
    'UPDATE callback_inbox SET outcome = NULL WHERE processed_at IS NULL AND outcome IS NOT NULL',
  )
  return found.rowCount ?? 0
}

type IntentRow = {
  id: string
  purpose: PaymentPurpose
  state: PaymentState
  amount: bigint
  submitted_at: Date | null
  created_at: Date
  checkout_request_id: string | null
  last_query_code: string | null
  hold_reason: HoldReason | null
  review_reason: string | null
  was_counted: boolean
}

/** Locks intents in id order, so that two settlements never wait for each other in a circle. */
export async function lockIntents(on: Queryable, ids: readonly string[]): Promise<Map<string, Intent>> {
  if (ids.length === 0) return new Map()
  const found = await rows<IntentRow>(on, {
    name: 'settle-lock-intents',
    text: `SELECT i.id, purpose, state, amount, submitted_at, created_at, checkout_request_id, last_query_code, hold_reason,
        review_reason, paid_at IS NOT NULL AS was_counted
      FROM payment_intent i WHERE i.id = ANY($1::uuid[]) ORDER BY i.id FOR NO KEY UPDATE OF i`,
    values: [arrayLiteral(ids)],
  })
  const paid = await receiptsOf(
    on,
    found.filter((row) => row.state === 'credited').map((row) => row.id),
  )
  return new Map(found.map((row) => [row.id, toIntent(row, paid.get(row.id) ?? null)]))
}

/**
 * The receipts that paid for intents, read once the intents are locked: the statement that waited for the lock sees a
 * receipt that was written meanwhile only in the row that it waited for, and would take a second payment for the first.
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
    submittedAt: row.submitted_at,
    createdAt: row.created_at,
    checkoutRequestId: row.checkout_request_id,
    lastQueryCode: row.last_query_code,
    receipt,
    holdReason: row.hold_reason,
    reviewReason: row.review_reason,
    wasCounted: row.was_counted,
  }
}

/** The intents that these Paybill account numbers belong to. */
export async function intentsByReference(
  on: Queryable,
  references: readonly string[],
): Promise<Map<string, string>> {
  if (references.length === 0) return new Map()
  const found = await rows<{ id: string; account_reference: string }>(
    on,
    'SELECT id, account_reference FROM payment_intent WHERE account_reference = ANY($1)',
    [references],
  )
  return new Map(found.map((row) => [row.account_reference, row.id]))
}

export type IntentChange = {
  readonly id: string
  readonly state: PaymentState
  readonly resultCode: string | null
  readonly reviewReason: string | null
  readonly lastQueryCode: string | null
  readonly checkoutRequestId: string | null
  readonly nextCheckAt: Date | null
  readonly paidAt: Date | null
  readonly settledAt: Date | null
}

export function intentsWritten(changes: readonly IntentChange[]): PlainStatement[] {
  if (changes.length === 0) return []
  const statement = {
    name: 'settle-write-intents',
    text: `UPDATE payment_intent i SET state = c.state::payment_state, result_code = coalesce(c.result_code, i.result_code),
        review_reason = coalesce(c.review_reason, i.review_reason), last_query_code = c.last_query_code,
        checkout_request_id = coalesce(i.checkout_request_id, c.checkout_request_id), next_check_at = c.next_check_at,
        paid_at = coalesce(c.paid_at, i.paid_at), settled_at = coalesce(c.settled_at, i.settled_at)
      FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::timestamptz[], $9::timestamptz[])
        AS c(id, state, result_code, review_reason, last_query_code, checkout_request_id, next_check_at, paid_at, settled_at)
      WHERE i.id = c.id AND i.id = ANY($1::uuid[])`,
    values: [
      arrayLiteral(changes.map((change) => change.id)),
      arrayLiteral(changes.map((change) => change.state)),
      arrayLiteral(changes.map((change) => change.resultCode)),
      arrayLiteral(changes.map((change) => change.reviewReason)),
      arrayLiteral(changes.map((change) => change.lastQueryCode)),
      arrayLiteral(changes.map((change) => change.checkoutRequestId)),
      arrayLiteral(changes.map((change) => change.nextCheckAt?.toISOString() ?? null)),
      arrayLiteral(changes.map((change) => change.paidAt?.toISOString() ?? null)),
      arrayLiteral(changes.map((change) => change.settledAt?.toISOString() ?? null)),
    ],
  }
  return [statement]
}

/** Marks callbacks as done, each with what was made of it. */
export function inboxFinished(ids: readonly bigint[], outcomes: readonly string[], at: Date): PlainStatement {
  return {
    name: 'settle-finish',
    text: `UPDATE callback_inbox b SET processed_at = $3, outcome = d.outcome
      FROM unnest($1::bigint[], $2::text[]) AS d(id, outcome) WHERE b.id = d.id AND b.id = ANY($1::bigint[])`,
    values: [arrayLiteral(ids), arrayLiteral(outcomes), at.toISOString()],
  }
}
