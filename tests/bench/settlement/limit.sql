-- The least that settling 200 payments has to write: each payment's state and its receipt, which no other may have, a
-- transfer for each, its four entries, and one summed update of each balance. Nothing is read that is not written; no
-- inbox, no votes, no outbox.
SELECT nextval('bench_limit.turn') * 200 AS first \gset
BEGIN;
WITH paid AS (
  UPDATE bench_limit.payment
  SET state = 'credited', settled_at = now(), receipt = 'S' || upper(substr(md5(id::text), 1, 9))
  WHERE id >= :first AND id < :first + 200
  RETURNING id, dancer_id, musician_id
), transferred AS (
  INSERT INTO bench_limit.transfer (payment_id) SELECT id FROM paid RETURNING id, payment_id
), entered AS (
  INSERT INTO bench_limit.entry (transfer_id, account_id, amount)
  SELECT t.id, side.account_id, side.amount FROM transferred t JOIN paid p ON p.id = t.payment_id,
    LATERAL (VALUES (1, -5000), (2, 2000), (p.dancer_id, 1500), (p.musician_id, 1500)) AS side(account_id, amount)
  RETURNING account_id, amount
)
UPDATE bench_limit.account a SET balance = a.balance + e.amount
FROM (SELECT account_id, sum(amount) AS amount FROM entered GROUP BY account_id) e WHERE a.id = e.account_id;
COMMIT;
