import type { Invariant } from '#lib/domain/ledger/invariants.ts'

export const taxInvariants: readonly Invariant[] = [
  {
    name: 'taxes_withheld',
    sql: `SELECT coalesce(t.key, j.key) AS what
      FROM (SELECT 'royalty:' || challenge_id || ':' || musician_id AS key, tax FROM royalty_statement WHERE tax > 0
        UNION ALL SELECT 'prize:' || challenge_id || ':' || rank, tax FROM challenge_result WHERE tax > 0) t
      FULL JOIN (SELECT j.idempotency_key AS key, e.amount FROM account a JOIN entry e ON e.account_id = a.id
        JOIN journal j ON j.id = e.journal_id
        WHERE a.kind = 'withholding_tax' AND j.type IN ('royalty', 'prize')) j ON j.key = t.key
      WHERE t.tax IS DISTINCT FROM j.amount`,
  },
]
