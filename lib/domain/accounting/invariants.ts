import type { Invariant } from '#lib/domain/ledger/invariants.ts'

/** OFFSET 0 makes PostgreSQL read entries once and hash them, instead of a slow lookup per journal. */
export const monthReportInvariants: readonly Invariant[] = [
  {
    // All reports' lines together must equal the entries booked up to the newest report.
    name: 'month_reports',
    sql: `WITH newest AS (SELECT month, through_journal FROM month_report ORDER BY month DESC LIMIT 1),
      reported AS (SELECT journal_type, account_kind, sum(credit - debit) AS amount FROM month_report_line GROUP BY 1, 2),
      booked AS (SELECT j.type, a.kind, sum(e.amount) AS amount
        FROM newest n
        JOIN (SELECT j.id, j.type, CASE WHEN j.source_type = 'challenge' THEN c.month
            ELSE date_trunc('month', j.occurred_at AT TIME ZONE 'Africa/Nairobi')::date END AS month
          FROM journal j LEFT JOIN challenge c ON j.source_type = 'challenge' AND c.id::text = j.source_id OFFSET 0) j
          ON j.id <= n.through_journal AND j.month <= n.month
        JOIN (SELECT journal_id, account_id, amount FROM entry OFFSET 0) e ON e.journal_id = j.id
        JOIN account a ON a.id = e.account_id GROUP BY 1, 2)
      SELECT coalesce(r.journal_type, b.type) || ' ' || coalesce(r.account_kind, b.kind) || ' reports '
          || coalesce(r.amount, 0) || ', booked ' || coalesce(b.amount, 0) AS what
      FROM reported r FULL JOIN booked b ON b.type = r.journal_type AND b.kind = r.account_kind
      WHERE coalesce(r.amount, 0) <> coalesce(b.amount, 0)`,
  },
]
