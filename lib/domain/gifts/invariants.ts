import type { Invariant } from '#lib/domain/ledger/invariants.ts'

/** What ties votes to money (design/money.md, invariants). Each query answers the offenders. */
export const giftInvariants: readonly Invariant[] = [
  {
    name: 'video vote counts equal counted gifts',
    sql: `SELECT v.id || ' has ' || v.vote_count || ', paid ' || coalesce(g.votes, 0) AS what FROM video v
      LEFT JOIN (SELECT g.video_id, sum(g.vote_count) AS votes FROM gift g
        JOIN payment_intent i ON i.id = g.intent_id WHERE i.state = 'credited' GROUP BY g.video_id) g ON g.video_id = v.id
      WHERE v.vote_count <> coalesce(g.votes, 0)`,
  },
  {
    name: 'an intent is credited exactly when its journal is posted and not reversed',
    sql: `SELECT coalesce(i.id::text, j.source_id) AS what FROM payment_intent i
      FULL JOIN (SELECT source_id FROM journal p WHERE source_type = 'payment_intent' AND reversal_of IS NULL
        AND NOT EXISTS (SELECT FROM journal r WHERE r.reversal_of = p.id)) j ON j.source_id = i.id::text
      WHERE i.id IS NULL OR (i.state = 'credited') <> (j.source_id IS NOT NULL)`,
  },
  {
    name: 'at most one credit for each payment intent and receipt',
    sql: `SELECT intent_id::text AS what FROM mpesa_receipt WHERE status IN ('credited', 'claimed') AND intent_id IS NOT NULL
      GROUP BY intent_id HAVING count(*) > 1
      UNION ALL SELECT source_id FROM journal j WHERE source_type IN ('payment_intent', 'mpesa_receipt') AND reversal_of IS NULL
        AND NOT (source_type = 'mpesa_receipt' AND EXISTS (SELECT FROM journal r WHERE r.reversal_of = j.id))
      GROUP BY source_type, source_id HAVING count(*) > 1`,
  },
  {
    name: 'what a receipt that was handed over had moved is reversed to the cent',
    sql: `SELECT r.idempotency_key AS what FROM journal r JOIN entry e ON e.journal_id IN (r.id, r.reversal_of)
      WHERE r.reversal_of IS NOT NULL AND r.source_type = 'mpesa_receipt'
      GROUP BY r.idempotency_key, e.account_id HAVING sum(e.amount) <> 0`,
  },
  {
    name: 'a credited receipt belongs to a credited intent and pays exactly its amount, or its difference was posted',
    sql: `SELECT r.receipt AS what FROM mpesa_receipt r LEFT JOIN payment_intent i ON i.id = r.intent_id
      LEFT JOIN (SELECT j.source_id, sum(e.amount) AS amount FROM journal j JOIN entry e ON e.journal_id = j.id
        JOIN account a ON a.id = e.account_id AND a.kind = 'platform_revenue'
        WHERE j.type IN ('difference', 'difference_reversed')
        GROUP BY j.source_id) d ON d.source_id = r.receipt
      WHERE r.status IN ('credited', 'claimed')
        AND (i.id IS NULL OR i.state <> 'credited' OR i.amount + coalesce(d.amount, 0) <> r.amount)`,
  },
  {
    name: 'suspense holds exactly the unmatched receipts',
    sql: `SELECT 'suspense ' || a.posted || ', unmatched ' || r.total AS what
      FROM (SELECT sum(posted) AS posted FROM account WHERE kind = 'suspense') a,
        (SELECT coalesce(sum(amount), 0) AS total FROM mpesa_receipt WHERE status IN ('unmatched', 'refund_pending')) r
      WHERE a.posted <> r.total`,
  },
  {
    name: 'a gift costs its votes',
    sql: `SELECT g.intent_id::text AS what FROM gift g JOIN payment_intent i ON i.id = g.intent_id
      WHERE i.amount <> g.vote_count * 5000`,
  },
]
