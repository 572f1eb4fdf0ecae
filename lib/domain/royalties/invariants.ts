import type { Invariant } from '#lib/domain/ledger/invariants.ts'

/** Rules of docs/money.md. For OFFSET 0 see lib/domain/subscriptions/invariants.ts. */
export const royaltyInvariants: readonly Invariant[] = [
  {
    name: 'royalty_pool_shared',
    sql: `SELECT challenge_id::text AS what FROM royalty_statement
      GROUP BY challenge_id, pool HAVING sum(royalty) <> pool`,
  },
  {
    name: 'statement_lines',
    sql: `SELECT s.id::text AS what FROM royalty_statement s JOIN royalty_line l ON l.statement_id = s.id
      GROUP BY s.id HAVING sum(l.royalty) <> s.royalty OR sum(l.videos) <> s.videos OR sum(l.vote_earnings) <> s.vote_earnings`,
  },
  {
    name: 'royalties_posted',
    sql: `SELECT coalesce(r.key, j.idempotency_key) AS what
      FROM (SELECT 'royalty:' || challenge_id || ':' || musician_id AS key, royalty AS amount FROM royalty_statement WHERE royalty > 0
        UNION ALL SELECT 'prize:' || challenge_id || ':' || rank, prize FROM challenge_result WHERE prize > 0) r
      FULL JOIN (SELECT j.idempotency_key, sum(e.amount) FILTER (WHERE e.amount > 0) AS amount FROM journal j
        JOIN (SELECT journal_id, amount FROM entry OFFSET 0) e ON e.journal_id = j.id WHERE j.type IN ('royalty', 'prize') GROUP BY j.id) j ON j.idempotency_key = r.key
      WHERE r.amount IS DISTINCT FROM j.amount`,
  },
  {
    name: 'royalty_pool',
    sql: `SELECT 'royalty_pool ' || a.posted || ', owed ' || p.owed || ', brought ' || t.brought AS what
      FROM (SELECT sum(posted) AS posted FROM account WHERE kind = 'royalty_pool') a,
        (SELECT coalesce(sum(s.amount * 30 / 100), 0) AS owed FROM subscription s JOIN challenge c ON c.id = s.challenge_id
          WHERE s.status = 'paid' AND NOT EXISTS (SELECT 1 FROM royalty_statement r WHERE r.challenge_id = c.id)) p,
        (SELECT coalesce(sum(CASE WHEN destination = 'royalty_pool' THEN amount ELSE -amount END), 0) AS brought
          FROM fund_transfer WHERE state = 'completed' AND 'royalty_pool' IN (source, destination)) t
      WHERE a.posted <> p.owed + t.brought`,
  },
]
