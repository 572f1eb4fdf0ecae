import { type Queryable, rows } from '#lib/core/db.ts'
import { shillings } from '#lib/core/money.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import type {
  AlertSubject,
  DifferenceSubject,
  Money,
  PaymentSubject,
  PayoutSubject,
  ReceiptSubject,
  RefundView,
  Subject,
} from './schema.ts'

/** SQL: a receipt `m` as JSON, in the shape of `MoneyRow`. */
const moneyJson = `json_build_object('receipt', m.receipt, 'status', m.status, 'amount', m.amount::text, 'paidAt', m.paid_at,
  'phone', m.phone, 'accountReference', m.account_reference, 'reason', m.reason)`

/** SQL: the newest refund of the receipt `m`. */
const refundOf = `SELECT json_build_object('id', f.id, 'state', f.state, 'method', f.method, 'problem', f.problem,
    'attemptId', f.attempt_id) AS refund
  FROM refund f WHERE f.receipt = m.receipt ORDER BY f.created_at DESC LIMIT 1`

/**
 * SQL: the receipt of the intent `i` that decides how it stands: the one that is sent back for it, that paid for it, or
 * that waits in suspense because of it. What came beside it is a matter of its own.
 */
export const mainReceiptOf = `SELECT m.* FROM mpesa_receipt m WHERE m.intent_id = i.id ORDER BY
    EXISTS (SELECT FROM refund f WHERE f.receipt = m.receipt AND f.intent_id = i.id AND f.state <> 'failed') DESC,
    m.status IN ('credited', 'claimed') DESC, m.status = 'unmatched' DESC, m.created_at, m.receipt LIMIT 1`

type MoneyRow = Omit<Money, 'amount' | 'paidAt'> & { amount: string; paidAt: string }
type WithMoney<S> = Omit<S, 'money' | 'kind'> & { money: MoneyRow | null; refund: RefundView | null }

function toMoney(row: MoneyRow): Money {
  return { ...row, amount: BigInt(row.amount), paidAt: new Date(row.paidAt) }
}

/** Payments by their intents' ids. */
export async function readPayments(on: Queryable, ids: readonly string[]): Promise<PaymentSubject[]> {
  const found = await rows<WithMoney<PaymentSubject>>(
    on,
    `SELECT i.id, i.created_at AS since, i.state::text, i.purpose::text, i.amount, i.phone, i.account_reference AS reference,
        coalesce(i.review_reason, i.hold_reason) AS reason, i.submitted_at AS "submittedAt",
        coalesce(nullif(v.title, ''), t.title, c.title, w.username) AS about,
        CASE WHEN m.receipt IS NULL THEN NULL ELSE ${moneyJson} END AS money, f.refund,
        EXISTS (SELECT FROM journal j JOIN journal r ON r.reversal_of = j.id
          WHERE j.idempotency_key = 'intent:' || i.id) AS "wasTakenBack", i.receipt_missing_since AS "receiptMissingSince",
        array_remove(ARRAY[v.dancer_id, t.musician_id, s.dancer_id, w.id], NULL)::text[] AS people
      FROM payment_intent i
      LEFT JOIN gift g ON g.intent_id = i.id LEFT JOIN video v ON v.id = g.video_id LEFT JOIN track t ON t.id = v.track_id
      LEFT JOIN subscription_payment p ON p.intent_id = i.id LEFT JOIN subscription s ON s.id = p.subscription_id
      LEFT JOIN challenge c ON c.id = s.challenge_id
      LEFT JOIN topup u ON u.intent_id = i.id LEFT JOIN app_user w ON w.id = u.owner_id
      LEFT JOIN LATERAL (${mainReceiptOf}) m ON true LEFT JOIN LATERAL (${refundOf}) f ON true
      WHERE i.id = ANY ($1::uuid[])`,
    [ids],
  )
  return found.map((row) => ({ ...row, kind: 'payment', money: row.money && toMoney(row.money) }))
}

/** Money by its receipts. */
export async function readReceipts(on: Queryable, receipts: readonly string[]): Promise<ReceiptSubject[]> {
  const found = await rows<WithMoney<ReceiptSubject>>(
    on,
    `SELECT m.receipt AS id, m.created_at AS since, ${moneyJson} AS money, f.refund, nullif(v.title, '') AS about,
        array_remove(ARRAY[v.dancer_id], NULL)::text[] AS people
      FROM mpesa_receipt m LEFT JOIN gift g ON g.intent_id = m.intent_id LEFT JOIN video v ON v.id = g.video_id
      LEFT JOIN LATERAL (${refundOf}) f ON true WHERE m.receipt = ANY ($1)`,
    [receipts],
  )
  return found.flatMap(({ money, ...row }) =>
    money ? [{ ...row, kind: 'receipt', money: toMoney(money) }] : [],
  )
}

/** SQL: whether the payout `p` waits for the yes of two; $2 is the threshold in cents. */
export const needsApproval = `(p.state = 'requested' AND p.is_held AND p.amount > $2
  AND (SELECT count(*) FROM payout_approval a WHERE a.payout_id = p.id) < 2)`

/** SQL: whether only people can tell what became of the payout `p`. */
export const isUnclear = `(p.state IN ('submitting', 'accepted', 'unknown') AND EXISTS (SELECT FROM payout_alert l
  WHERE l.payout_id = p.id AND l.kind = 'unresolved' AND l.resolved_at IS NULL))`

/** SQL: whether M-Pesa does not take the payout `p` on, while it takes on others. */
export const isStuck = `(p.state IN ('approved', 'submitting') AND EXISTS (SELECT FROM payout_alert l
  WHERE l.payout_id = p.id AND l.kind = 'stuck' AND l.resolved_at IS NULL))`

/** Cents above which a payout waits for two people. */
export async function approvalThreshold(): Promise<bigint> {
  return shillings((await readSettings()).payout_second_approval_above)
}

/** Payouts by their ids. */
export async function readPayouts(on: Queryable, ids: readonly string[]): Promise<PayoutSubject[]> {
  const found = await rows<Omit<PayoutSubject, 'kind'>>(
    on,
    `SELECT p.id, p.created_at AS since, p.state::text, p.amount, p.phone, p.reference, p.receipt,
        p.result_code AS "resultCode", p.attempt_id AS "attemptId", u.username AS about, ${isUnclear} AS "isUnclear",
        ${isStuck} AS "isStuck",        ${needsApproval} AS "needsApproval", ARRAY[p.owner_id]::text[] AS people
      FROM payout p JOIN app_user u ON u.id = p.owner_id WHERE p.id = ANY ($1::uuid[])`,
    [ids, await approvalThreshold()],
  )
  return found.map((row) => ({ ...row, kind: 'payout' }))
}

/** Alerts about payouts, by `alert-<number>`. */
export async function readAlerts(on: Queryable, ids: readonly string[]): Promise<AlertSubject[]> {
  const found = await rows<Omit<AlertSubject, 'kind'>>(
    on,
    `SELECT 'alert-' || l.id AS id, l.created_at AS since, l.kind::text AS alert, l.detail, p.reference, p.amount,
        l.resolved_at IS NULL AS "isOpen", array_remove(ARRAY[p.owner_id], NULL)::text[] AS people
      FROM payout_alert l LEFT JOIN payout p ON p.id = l.payout_id WHERE 'alert-' || l.id = ANY ($1)`,
    [ids],
  )
  return found.map((row) => ({ ...row, kind: 'alert' }))
}

/** Differences of our accounts, by `difference-<number>`. */
export async function readDifferences(on: Queryable, ids: readonly string[]): Promise<DifferenceSubject[]> {
  const found = await rows<Omit<DifferenceSubject, 'kind'>>(
    on,
    `SELECT 'difference-' || id AS id, first_seen_at AS since, account, amount, closed_at IS NULL AS "isOpen",
        ARRAY[]::text[] AS people
      FROM balance_difference WHERE 'difference-' || id = ANY ($1)`,
    [ids],
  )
  return found.map((row) => ({ ...row, kind: 'difference' }))
}

const readers: Readonly<
  Record<Subject['kind'], (on: Queryable, ids: readonly string[]) => Promise<Subject[]>>
> = {
  payment: readPayments,
  receipt: readReceipts,
  payout: readPayouts,
  alert: readAlerts,
  difference: readDifferences,
}

/** Subjects of any kinds, in the order in which they were named; what is not there is left out. */
export async function readSubjects(
  on: Queryable,
  keys: readonly { kind: Subject['kind']; id: string }[],
): Promise<Subject[]> {
  const found = new Map<string, Subject>()
  for (const [kind, of] of Map.groupBy(keys, (key) => key.kind))
    for (const subject of await readers[kind](
      on,
      of.map(({ id }) => id),
    ))
      found.set(`${kind} ${subject.id}`, subject)
  return keys.flatMap(({ kind, id }) => found.get(`${kind} ${id}`) ?? [])
}
