import type { Invariant } from '#lib/domain/ledger/invariants.ts'

/**
 * Rules of docs/money.md. OFFSET 0 makes PostgreSQL scan the entries once: a BRIN lookup per journal takes
 * minutes on two years of ledger.
 */
export const subscriptionInvariants: readonly Invariant[] = [
  {
    name: 'subscriptions_posted',
    sql: `WITH posted AS (
        SELECT coalesce(p.subscription_id::text, j.source_id) AS subscription_id, count(DISTINCT j.id) AS times,
          sum(e.amount) FILTER (WHERE e.amount > 0) AS total
        FROM journal j JOIN (SELECT journal_id, amount FROM entry OFFSET 0) e ON e.journal_id = j.id
        LEFT JOIN subscription_payment p ON j.source_type = 'payment_intent' AND p.intent_id::text = j.source_id
        WHERE j.type = 'subscription' AND j.reversal_of IS NULL
          AND NOT EXISTS (SELECT 1 FROM journal r WHERE r.reversal_of = j.id) GROUP BY 1
      )
      SELECT coalesce(s.id::text, b.subscription_id) AS what
      FROM subscription s FULL JOIN posted b ON b.subscription_id = s.id::text
      WHERE coalesce(s.status = 'paid', false) <> coalesce(b.times = 1 AND b.total = s.amount, false)`,
  },
  {
    name: 'subscription_royalties',
    sql: `SELECT j.source_id AS what FROM journal j
      JOIN (SELECT journal_id, account_id, amount FROM entry WHERE amount > 0 OFFSET 0) e ON e.journal_id = j.id
      JOIN account a ON a.id = e.account_id
      WHERE j.type = 'subscription' AND j.reversal_of IS NULL GROUP BY j.id, j.source_id
      HAVING coalesce(sum(e.amount) FILTER (WHERE a.kind = 'royalty_pool'), 0) <> div(sum(e.amount) * 30, 100)`,
  },
  {
    name: 'launch_slots',
    sql: `SELECT count(*) || ' of ' || (SELECT max(launch_slots) FROM challenge) AS what FROM subscription
      WHERE is_launch AND status = 'paid' HAVING count(*) > (SELECT max(launch_slots) FROM challenge)
      UNION ALL SELECT dancer_id::text FROM subscription WHERE is_launch AND status = 'paid'
      GROUP BY dancer_id HAVING count(*) > 1`,
  },
]
