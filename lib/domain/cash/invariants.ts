import type { Invariant } from '#lib/domain/ledger/invariants.ts'

/** The invariants of cash journals (lib/domain/ledger/README.md). */
export const cashInvariants: readonly Invariant[] = [
  {
    name: 'cash_journals',
    sql: `WITH moved AS (
        SELECT j.id, j.source_id, j.type, j.reversal_of,
          coalesce(-sum(e.amount) FILTER (WHERE a.kind = 'mpesa_collection'), 0) AS working,
          coalesce(-sum(e.amount) FILTER (WHERE a.kind = 'mpesa_float'), 0) AS utility,
          coalesce(-sum(e.amount) FILTER (WHERE a.kind = 'bank'), 0) AS bank,
          coalesce(max(a.kind) FILTER (WHERE a.kind NOT IN ('mpesa_collection', 'mpesa_float', 'bank')), '') AS counter
        FROM journal j JOIN entry e ON e.journal_id = j.id JOIN account a ON a.id = e.account_id
        WHERE j.source_type = 'cash_journal' GROUP BY j.id
      )
      SELECT coalesce(c.reference, m.source_id) AS what
      FROM (SELECT * FROM cash_journal WHERE state = 'confirmed') c FULL JOIN moved m ON m.source_id = c.id::text
      LEFT JOIN journal o ON o.idempotency_key = 'cash:' || c.reverses
      WHERE c.id IS NULL OR m.id IS NULL OR (m.working, m.utility, m.bank) <> (c.working, c.utility, c.bank)
        OR m.type <> CASE WHEN c.reverses IS NULL THEN c.kind::text ELSE 'cash_reversed' END
        OR m.reversal_of IS DISTINCT FROM o.id
        OR (c.working + c.utility + c.bank <> 0 AND m.counter <> CASE
          WHEN c.kind = 'mpesa_charge' THEN 'mpesa_charges' WHEN c.kind = 'bank_charge' THEN 'bank_charges'
          WHEN c.kind::text = 'tax_payment' THEN 'withholding_tax'
          WHEN c.kind IN ('owner_in', 'owner_out', 'opening') THEN 'owner_funds' ELSE 'nothing' END)`,
  },
  {
    // The opening and the charges of M-Pesa's statement have no proposer.
    name: 'cash_second_person',
    sql: `SELECT reference AS what FROM cash_journal WHERE state = 'confirmed'
      AND CASE WHEN proposed_by IS NULL THEN decided_by IS NOT NULL OR NOT (kind = 'opening' OR (kind = 'mpesa_charge' AND receipt IS NOT NULL))
        ELSE coalesce(decided_by = proposed_by, true) END`,
  },
  {
    name: 'cash_accounts',
    sql: `SELECT a.kind || ' in ' || j.type AS what
      FROM account a JOIN entry e ON e.account_id = a.id JOIN journal j ON j.id = e.journal_id
      WHERE a.owner_id IS NULL AND a.kind IN ('mpesa_float', 'owner_funds', 'mpesa_charges', 'bank_charges')
        AND j.source_type <> 'cash_journal'`,
  },
]
