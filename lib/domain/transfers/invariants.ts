import type { Invariant } from '#lib/domain/ledger/invariants.ts'

export const transferInvariants: readonly Invariant[] = [
  {
    name: 'transfers',
    sql: `WITH moved AS (
        SELECT j.id, j.source_id, sum(e.amount) FILTER (WHERE a.kind = t.source AND a.owner_id IS NULL) AS out,
          sum(e.amount) FILTER (WHERE a.kind = t.destination AND a.owner_id IS NULL) AS into_it,
          sum(abs(e.amount)) AS both
        FROM journal j JOIN entry e ON e.journal_id = j.id JOIN account a ON a.id = e.account_id
        LEFT JOIN fund_transfer t ON t.id::text = j.source_id
        WHERE j.type = 'transfer' GROUP BY j.id
      )
      SELECT coalesce(t.reference, m.source_id) AS what
      FROM (SELECT * FROM fund_transfer WHERE state = 'completed') t FULL JOIN moved m ON m.source_id = t.id::text
      WHERE t.id IS NULL OR m.id IS NULL OR m.out <> -t.amount OR m.into_it <> t.amount OR m.both <> 2 * t.amount`,
  },
  {
    name: 'second_person',
    sql: `SELECT reference AS what FROM fund_transfer
      WHERE state = 'completed' AND needs_second AND decided_by = requested_by`,
  },
]
