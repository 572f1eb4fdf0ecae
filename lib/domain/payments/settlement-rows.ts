import { now } from '#lib/core/clock.ts'
import { type Queryable, rows, type Statement } from '#lib/core/db.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { resultKinds } from '#lib/domain/mpesa/callback-path.ts'
import type { HoldReason, Intent, PaymentPurpose, PaymentState } from './schema.ts'

// SQL of settlement; each statement handles a whole batch. Updates with a join also compare the ids with an
// array, so that one index scan finds all rows.

export type InboxRow = {
  readonly id: bigint
  readonly kind: string
  readonly intent_id: string | null
  readonly source_address: string
  readonly body: string
  readonly received_at: Date
  readonly purpose: PaymentPurpose | null
  readonly trace_context: string | null
}

const ofPayments = `kind NOT IN (${resultKinds.map((kind) => `'${kind}'`).join(', ')})`

/**
 * Claims callbacks, oldest first. Skips rows that another settlement has locked, rows that were set aside,
 * and Results of our own requests, which their domains settle.
 */
export async function claimInbox(on: Queryable, limit: number): Promise<InboxRow[]> {
  const claimed = await rows<InboxRow>(on, {
    name: `settle-claim-${limit}`,
    // Kinds and limit are in the text, so that the planner knows their selectivity. OFFSET 0 forces a lookup
    // of each claimed row's payment by id; otherwise all payments are read.
    text: `SELECT c.*, i.purpose, i.trace_context FROM (
        SELECT id, kind, intent_id, source_address, body, received_at FROM callback_inbox
        WHERE processed_at IS NULL AND outcome IS NULL AND ${ofPayments}
        ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED) c
      LEFT JOIN LATERAL (SELECT purpose, trace_context FROM payment_intent WHERE payment_intent.id = c.intent_id OFFSET 0) i ON true`,
  })
  return claimed.toSorted((a, b) => Number(a.id - b.id))
}

/** Sets a callback aside until `takeUpAgain`. */
export async function setAside(on: Queryable, id: bigint, why: string): Promise<void> {
  await kysely(on)
    .updateTable('callbackInbox')
    .set({ outcome: `set aside: ${why.slice(0, 500)}` })
    .where('id', '=', id)
    .where('processedAt', 'is', null)
    .execute()
}

/** Lets settlement retry callbacks that were set aside. */
export async function takeUpAgain(on: Queryable): Promise<void> {
  await kysely(on)
    .updateTable('callbackInbox')
    .set({ outcome: null })
    .where('processedAt', 'is', null)
    .where('outcome', 'is not', null)
    .execute()
}

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

/**
 * Sets callbacks aside until `takeUpAgain`, or until their prompts' acknowledgements are stored (submit.ts).
 */
export function inboxLeftWaiting(ids: readonly bigint[]): Statement[] {
  if (ids.length === 0) return []
  return [
    {
      name: 'settle-wait',
      text: `UPDATE callback_inbox SET outcome = 'set aside: waits for its acknowledgement' WHERE id = ANY($1::bigint[])`,
      values: [ids],
    },
  ]
}

export function inboxFinished(ids: readonly bigint[], outcomes: readonly string[], at: Date): Statement[] {
  const idsOf = Map.groupBy(ids, (_, place) => outcomes[place] ?? '')
  return [...idsOf].map(([outcome, its]) => ({
    name: 'settle-finish',
    text: 'UPDATE callback_inbox SET processed_at = $2, outcome = $3 WHERE id = ANY($1::bigint[])',
    values: [its, at.toISOString(), outcome],
  }))
}
