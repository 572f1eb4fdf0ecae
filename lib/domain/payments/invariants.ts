import type { Invariant } from '#lib/domain/ledger/invariants.ts'

/** SQL: no line of the statement waits to be settled. Until then the two books may differ. */
const STATEMENT_IS_SETTLED = `NOT EXISTS (SELECT FROM callback_inbox WHERE processed_at IS NULL AND kind = 'statement')`

/** What proves a payment, and how our books compare with M-Pesa's (docs/money.md, What proves a payment). */
export const paymentInvariants: readonly Invariant[] = [
  {
    name: 'a CheckoutRequestID proves one payment',
    sql: `SELECT checkout_request_id AS what FROM payment_intent WHERE checkout_request_id IS NOT NULL
      GROUP BY checkout_request_id HAVING count(*) > 1
      UNION ALL SELECT i.id || ' by the prompt ' || b.paid_checkout_request_id FROM callback_inbox b
      JOIN payment_intent i ON i.id = b.intent_id
      WHERE b.outcome = 'credited' AND b.paid_checkout_request_id <> i.checkout_request_id`,
  },
  {
    name: 'a counted payment without a receipt is marked so, and no other is',
    sql: `SELECT i.id::text AS what FROM payment_intent i LEFT JOIN (
        SELECT DISTINCT intent_id FROM mpesa_receipt WHERE status IN ('credited', 'claimed')) r ON r.intent_id = i.id
      WHERE (i.state = 'credited' AND r.intent_id IS NULL) <> (i.receipt_missing_since IS NOT NULL)`,
  },
  {
    name: 'what is counted has a receipt within two days',
    sql: `SELECT id || ' since ' || receipt_missing_since AS what FROM payment_intent
      WHERE receipt_missing_since < now() - interval '2 days'`,
  },
  {
    // Near midnight M-Pesa's day and ours may differ by seconds: such a receipt is compared with its day's sum alone.
    name: 'a receipt of a day whose statement was read is listed there with its amount',
    sql: `SELECT r.receipt || coalesce(': ' || r.amount || ' cents, listed ' || r.listed_amount, ' is not listed') AS what
      FROM mpesa_receipt r
      WHERE r.listed_amount <> r.amount OR (r.listed_on IS NULL AND ${STATEMENT_IS_SETTLED}
        AND EXISTS (SELECT FROM statement_day d WHERE d.day = ((r.paid_at - interval '5 minutes') AT TIME ZONE 'Africa/Nairobi')::date
          AND d.day = ((r.paid_at + interval '5 minutes') AT TIME ZONE 'Africa/Nairobi')::date AND d.read_at > r.created_at))`,
  },
  {
    name: 'what was booked of a day is what M-Pesa’s statement lists',
    sql: `SELECT d.day || ': listed ' || d.amount || ' cents, booked ' || coalesce(r.amount, 0) AS what FROM statement_day d
      LEFT JOIN (SELECT listed_on, sum(amount) AS amount FROM mpesa_receipt WHERE listed_on IS NOT NULL GROUP BY listed_on) r
        ON r.listed_on = d.day
      WHERE d.amount <> coalesce(r.amount, 0) AND ${STATEMENT_IS_SETTLED}`,
  },
]
