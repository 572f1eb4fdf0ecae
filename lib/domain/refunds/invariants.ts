import type { Invariant } from '#lib/domain/ledger/invariants.ts'

/** What must hold of money that goes back, or went back, at every moment (docs/decisions/0020). */
export const refundInvariants: readonly Invariant[] = [
  {
    name: 'a receipt is on its way back exactly while a refund of it is',
    sql: `SELECT coalesce(r.receipt, f.receipt) AS what FROM (SELECT receipt FROM mpesa_receipt WHERE status = 'refund_pending') r
      FULL JOIN (SELECT receipt FROM refund WHERE state NOT IN ('done', 'failed')) f ON f.receipt = r.receipt
      WHERE r.receipt IS NULL OR f.receipt IS NULL`,
  },
  {
    name: 'a receipt is refunded exactly once, by a refund that is done, with a journal of its amount',
    sql: `SELECT coalesce(r.receipt, f.receipt, j.source_id) AS what
      FROM (SELECT receipt, amount FROM mpesa_receipt WHERE status = 'refunded') r
      FULL JOIN (SELECT * FROM refund WHERE state = 'done') f ON f.receipt = r.receipt
      FULL JOIN (SELECT * FROM journal WHERE source_type = 'refund') j ON j.idempotency_key = 'refund:' || f.id
      LEFT JOIN LATERAL (SELECT sum(e.amount) AS amount FROM entry e JOIN account a ON a.id = e.account_id
        WHERE e.journal_id = j.id AND a.kind = 'suspense') s ON true
      WHERE r.receipt IS NULL OR f.id IS NULL OR j.id IS NULL OR f.amount <> r.amount OR s.amount IS DISTINCT FROM -f.amount`,
  },
  {
    name: 'a payment counts exactly as long as its journal is not taken back',
    sql: `SELECT i.id::text AS what FROM journal j JOIN payment_intent i ON i.id::text = j.source_id
      LEFT JOIN journal r ON r.reversal_of = j.id
      WHERE j.source_type = 'payment_intent' AND j.reversal_of IS NULL AND (i.state = 'credited') <> (r.id IS NULL)`,
  },
  {
    name: 'what is taken back is the whole payment, and from nobody more than they had got by it',
    sql: `SELECT r.source_id AS what FROM journal r JOIN journal j ON j.id = r.reversal_of
      JOIN payment_intent i ON i.id::text = j.source_id JOIN entry e ON e.journal_id = r.id JOIN account a ON a.id = e.account_id
      LEFT JOIN entry g ON g.journal_id = j.id AND g.account_id = e.account_id
      WHERE r.source_type = 'payment_intent' GROUP BY r.id, r.source_id, i.amount
      HAVING coalesce(sum(e.amount) FILTER (WHERE a.kind IN ('suspense', 'mpesa_collection')), 0) <> i.amount
        OR bool_or(a.owner_id IS NOT NULL AND -e.amount > coalesce(g.amount, 0))`,
  },
  {
    name: 'money is written off out of suspense once for each receipt that says so',
    sql: `SELECT coalesce(r.receipt, j.source_id) AS what
      FROM (SELECT receipt, amount FROM mpesa_receipt WHERE status = 'written_off') r
      FULL JOIN (SELECT j.id, j.source_id, -sum(e.amount) AS amount FROM journal j JOIN entry e ON e.journal_id = j.id
        JOIN account a ON a.id = e.account_id AND a.kind = 'suspense' WHERE j.type = 'write_off' GROUP BY j.id) j
        ON j.source_id = r.receipt
      WHERE r.amount IS DISTINCT FROM j.amount`,
  },
]
