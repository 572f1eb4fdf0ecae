import type { AdminPaymentsPage, AdminPaymentsQuery, CaseFilter } from '#lib/contract/reconciliation/calls.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { isUuid } from '#lib/core/ids.ts'
import { makePage, rowsOfPage } from '#lib/core/paging.ts'
import { normalisePhone } from '#lib/core/phone.ts'
import { PROOF_WITHIN_SECONDS } from './policy.ts'
import { presentCase } from './present-case.ts'
import { readOpenProposals } from './proposals.ts'
import {
  approvalThreshold,
  isStuck,
  isUnclear,
  mainReceiptOf,
  needsApproval,
  readSubjects,
} from './read-subjects.ts'
import type { Subject } from './schema.ts'

// Each part names its rows by kind, id and since when; $2 is the threshold of `needsApproval`, $1 what is searched for.

const ofRefund = `SELECT CASE WHEN intent_id IS NULL THEN 'receipt' ELSE 'payment' END AS kind,
  coalesce(intent_id::text, receipt) AS id, created_at AS at FROM refund`

const review = `SELECT 'payment' AS kind, id::text AS id, created_at AS at FROM payment_intent WHERE state = 'review'`
const unheard = `SELECT 'payment' AS kind, id::text AS id, created_at AS at FROM payment_intent WHERE state = 'unresolved'`
/** Counted on the word of a query, and for a day without a receipt. */
const unproven = `SELECT 'payment' AS kind, id::text AS id, receipt_missing_since AS at FROM payment_intent WHERE receipt_missing_since < $4`
/** Money in suspense beside that of payments in review, which are listed themselves. */
const suspense = `SELECT 'receipt' AS kind, r.receipt AS id, r.created_at AS at FROM mpesa_receipt r
  WHERE r.status = 'unmatched' AND NOT EXISTS (SELECT FROM payment_intent i WHERE i.id = r.intent_id AND i.state = 'review'
    AND r.receipt = (SELECT receipt FROM (${mainReceiptOf}) m))`
const refundsUnclear = `${ofRefund} WHERE problem <> ''`
const payouts = `SELECT 'payout' AS kind, p.id::text AS id, p.created_at AS at FROM payout p
  WHERE p.state NOT IN ('paid', 'cancelled') AND (${isUnclear} OR ${isStuck} OR ${needsApproval})`
const payoutAlerts = `SELECT 'alert' AS kind, 'alert-' || id AS id, created_at AS at FROM payout_alert
  WHERE resolved_at IS NULL AND kind NOT IN ('unresolved', 'stuck')`
const differences = `SELECT 'difference' AS kind, 'difference-' || id AS id, first_seen_at AS at FROM balance_difference
  WHERE alerted_at IS NOT NULL AND closed_at IS NULL`

const parts: Readonly<Record<CaseFilter, readonly string[]>> = {
  // All that needs people: this list is its one definition, and `countUnresolved` counts it.
  unresolved: [review, unheard, unproven, suspense, refundsUnclear, payouts, payoutAlerts, differences],
  review: [review],
  unheard: [unheard, unproven],
  suspense: [suspense],
  refunds: [`${ofRefund} WHERE problem <> '' OR state NOT IN ('done', 'failed')`],
  payouts: [payouts],
  flagged: [
    `SELECT 'payment' AS kind, gift.id::text AS id, s.updated_at AS at FROM fraud_signal s CROSS JOIN unnest(s.gift_ids) AS gift(id)
      WHERE s.status = 'escalated'`,
  ],
  alerts: [payoutAlerts, differences],
  decided: [
    `SELECT subject_type AS kind, subject_id AS id, max(decided_at) AS at FROM resolution WHERE state <> 'open' GROUP BY 1, 2`,
  ],
}

/** A whole receipt, phone, id, reference or account number. Payments that a receipt belongs to stand for it. */
const searched = [
  `SELECT 'payment' AS kind, i.id::text AS id, i.created_at AS at FROM payment_intent i
    WHERE i.id::text = $1 OR i.account_reference = upper($1) OR i.phone = $3`,
  `SELECT CASE WHEN i.id IS NULL THEN 'receipt' ELSE 'payment' END AS kind, coalesce(i.id::text, r.receipt) AS id, r.created_at AS at
    FROM mpesa_receipt r LEFT JOIN payment_intent i ON i.id = r.intent_id AND r.receipt = (SELECT receipt FROM (${mainReceiptOf}) m)
    WHERE r.receipt = upper($1) OR r.phone = $3 OR r.receipt = (SELECT receipt FROM refund WHERE reference = upper($1) OR proof = upper($1))`,
  `SELECT 'payout' AS kind, p.id::text AS id, p.created_at AS at FROM payout p
    WHERE p.id::text = $1 OR p.reference = upper($1) OR p.receipt = upper($1) OR p.phone = $3`,
]

/** Every part names only some of the parameters: Postgres has to be told the types of all. */
const TYPED = 'WITH given AS (SELECT $1::text, $2::bigint, $3::text, $4::timestamptz) '

/** Something that several parts find is one thing. */
function keysOf(union: readonly string[]): string {
  return `SELECT kind, id, min(at) AS at FROM (${union.join(' UNION ALL ')}) AS found GROUP BY kind, id`
}

async function valuesOf(search: string): Promise<unknown[]> {
  const typed = isUuid(search) ? search.toLowerCase() : search
  const proofDue = addSeconds(now(), -PROOF_WITHIN_SECONDS)
  return [typed, await approvalThreshold(), normalisePhone(search) ?? search, proofDue]
}

async function countKeys(keys: string, values: readonly unknown[]): Promise<number> {
  const counted = await firstRow<{ count: number }>(
    db(),
    `${TYPED} SELECT count(*)::int AS count FROM (${keys}) AS keys`,
    [...values],
  )
  return counted?.count ?? 0
}

/** How much needs people: the rows of the list under `unresolved`, wherever the number is shown. */
export async function countUnresolved(): Promise<number> {
  return countKeys(keysOf(parts.unresolved), await valuesOf(''))
}

/**
 * What needs people, those that wait the longest first; what was decided and what a search finds, the newest first.
 * @throws NotFoundError 'Invalid page.' past the end
 */
export async function listCases(query: AdminPaymentsQuery, readerId: string): Promise<AdminPaymentsPage> {
  const { page, page_size, status, search } = query
  const isSearch = search !== ''
  const keys = keysOf(isSearch ? searched : parts[status])
  const values = await valuesOf(search)
  const count = await countKeys(keys, values)
  const { limit, offset } = rowsOfPage(count, page, page_size)
  const newestFirst = isSearch || status === 'decided'
  const found = await rows<{ kind: Subject['kind']; id: string }>(
    db(),
    `${TYPED} ${keys} ORDER BY at ${newestFirst ? 'DESC' : 'ASC'}, id LIMIT $5 OFFSET $6`,
    [...values, limit, offset],
  )
  const subjects = await readSubjects(db(), found)
  const proposals = await readOpenProposals(db(), subjects, readerId)
  return makePage(
    '/admin/payments/',
    { page_size, status, search },
    { count, page, page_size },
    subjects.map((subject) => presentCase(subject, proposals.get(subject.id) ?? null)),
  )
}
