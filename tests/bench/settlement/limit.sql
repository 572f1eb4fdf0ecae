-- The minimum of writes to settle 200 payments (docs/money.md, The ledger): each payment's state, a journal
-- with a unique key, four entries with balances, and one summed update per balance. Reads only what it
-- writes; no inbox, receipts, votes or outbox.
SELECT nextval('bench_limit.turn') * 200 AS first \gset
BEGIN;
SELECT FROM bench_limit.account ORDER BY id FOR NO KEY UPDATE;
WITH paid AS (
  UPDATE bench_limit.payment SET state = 'credited', paid_at = now(), settled_at = now()
  WHERE number >= :first AND number < :first + 200
  RETURNING id, votes, dancer_id, musician_id
), posted AS (
  INSERT INTO bench_limit.journal (idempotency_key, type, source_type, source_id, actor, occurred_at)
  SELECT 'intent:' || id, 'gift', 'payment_intent', id, 'mpesa', now() FROM paid
  RETURNING id, source_id
), entered AS (
  INSERT INTO bench_limit.entry (journal_id, account_id, amount, balance_after)
  SELECT j.id, side.account_id, side.amount, a.posted + sum(side.amount) OVER (PARTITION BY side.account_id ORDER BY j.id)
  FROM posted j JOIN paid p ON p.id::text = j.source_id,
    LATERAL (VALUES (1, -5000 * votes), (2, 2000 * votes), (p.dancer_id, 1500 * votes), (p.musician_id, 1500 * votes)) AS side(account_id, amount)
    JOIN bench_limit.account a ON a.id = side.account_id
  RETURNING account_id, amount
)
UPDATE bench_limit.account a SET posted = a.posted + e.amount
FROM (SELECT account_id, sum(amount) AS amount FROM entered GROUP BY account_id) e WHERE a.id = e.account_id;
COMMIT;
