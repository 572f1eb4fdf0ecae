import type { Invariant } from '#lib/domain/ledger/invariants.ts'

/** What must hold of payouts at every moment. */
export const payoutInvariants: readonly Invariant[] = [
  {
    name: 'every wallet holds what its open payouts say, and nothing else is held',
    sql: `SELECT a.id::text AS what FROM account a
      LEFT JOIN (SELECT account_id, sum(amount) AS held FROM payout WHERE is_held GROUP BY account_id) p
        ON p.account_id = a.id
      WHERE a.held <> coalesce(p.held, 0)`,
  },
  {
    name: 'a payout holds its money until it is paid, has failed or is cancelled',
    sql: `SELECT reference AS what FROM payout WHERE CASE
      WHEN state IN ('paid', 'cancelled') THEN is_held WHEN state = 'failed' THEN false ELSE NOT is_held END`,
  },
  {
    name: 'every paid payout has its journal, and every withdrawal its paid payout',
    sql: `SELECT coalesce(p.reference, j.idempotency_key) AS what
      FROM (SELECT * FROM payout WHERE state = 'paid') p
      FULL JOIN (SELECT * FROM journal WHERE type = 'withdrawal' AND source_type = 'payout' AND reversal_of IS NULL) j
        ON j.idempotency_key = 'payout:' || p.id
      LEFT JOIN entry e ON e.journal_id = j.id AND e.account_id = p.account_id
      WHERE p.id IS NULL OR j.id IS NULL OR e.amount IS DISTINCT FROM -p.amount`,
  },
]
