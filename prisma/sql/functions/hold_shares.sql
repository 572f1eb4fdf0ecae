-- Holds the dancers' and musicians' shares of these videos' counted gifts that an open signal names, so that
-- nobody withdraws them, and ends all other holds. The part that a wallet has spent already is noted as
-- short. Idempotent. Locks the accounts in order of id before it reads anything, so that concurrent
-- withdrawals, gifts taken back and new signals see each other.
CREATE OR REPLACE FUNCTION hold_shares(p_videos uuid[], p_dancer bigint, p_musician bigint, p_at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  PERFORM 1 FROM account WHERE id IN (
    SELECT unnest(ARRAY[d.id, m.id])
    FROM video v JOIN track t ON t.id = v.track_id
      JOIN account d ON d.kind = 'dancer' AND d.owner_id = v.dancer_id
      JOIN account m ON m.kind = 'musician' AND m.owner_id = t.musician_id
    WHERE v.id = ANY (p_videos)
    UNION
    SELECT h.account_id FROM share_hold h JOIN gift g ON g.intent_id = h.intent_id WHERE g.video_id = ANY (p_videos)
  ) ORDER BY id FOR NO KEY UPDATE;

  WITH doubted AS (
    SELECT DISTINCT g.intent_id
    FROM fraud_signal s CROSS JOIN unnest(s.gift_ids) AS named(id)
      JOIN gift g ON g.intent_id = named.id JOIN payment_intent i ON i.id = g.intent_id
    WHERE s.video_id = ANY (p_videos) AND s.status IN ('open', 'escalated') AND i.state = 'credited'
  ), ended AS (
    DELETE FROM share_hold h USING gift g
    WHERE g.intent_id = h.intent_id AND g.video_id = ANY (p_videos)
      AND NOT EXISTS (SELECT FROM doubted d WHERE d.intent_id = h.intent_id)
    RETURNING h.account_id, h.amount
  ), sums AS (
    SELECT account_id, cents_sum(amount) AS amount FROM ended GROUP BY account_id
  )
  UPDATE account a SET held = a.held - s.amount, version = a.version + 1
  FROM sums s WHERE a.id = s.account_id AND s.amount > 0;

  WITH due AS (
    SELECT g.intent_id, x.account_id, x.share
    FROM fraud_signal s CROSS JOIN unnest(s.gift_ids) AS named(id)
      JOIN gift g ON g.intent_id = named.id JOIN payment_intent i ON i.id = g.intent_id
      CROSS JOIN LATERAL (VALUES
        (g.dancer_account_id, g.vote_count * p_dancer), (g.musician_account_id, g.vote_count * p_musician)
      ) AS x(account_id, share)
    WHERE s.video_id = ANY (p_videos) AND s.status IN ('open', 'escalated') AND i.state = 'credited'
      AND NOT EXISTS (SELECT FROM share_hold h WHERE h.intent_id = g.intent_id AND h.account_id = x.account_id)
    GROUP BY g.intent_id, x.account_id, x.share
  ), covered AS (
    SELECT d.intent_id, d.account_id, d.share,
      least(d.share, greatest(0, a.posted - a.held + d.share
        - cents_sum(d.share) OVER (PARTITION BY d.account_id ORDER BY d.intent_id ROWS UNBOUNDED PRECEDING))) AS amount
    FROM due d JOIN account a ON a.id = d.account_id
  ), begun AS (
    INSERT INTO share_hold (intent_id, account_id, amount, short, created_at)
    -- A withdrawal committed while this call waited for the lock is older than the hold.
    SELECT c.intent_id, c.account_id, c.amount, c.share - c.amount,
      greatest(p_at, (SELECT max(p.created_at) FROM payout p WHERE p.account_id = c.account_id AND p.is_held))
    FROM covered c
    RETURNING account_id, amount
  ), sums AS (
    SELECT account_id, cents_sum(amount) AS amount FROM begun GROUP BY account_id
  )
  UPDATE account a SET held = a.held + s.amount, version = a.version + 1
  FROM sums s WHERE a.id = s.account_id AND s.amount > 0;

  PERFORM cover_shares(short.account_id) FROM (
    SELECT DISTINCT h.account_id FROM share_hold h JOIN gift g ON g.intent_id = h.intent_id
    WHERE g.video_id = ANY (p_videos) AND h.short > 0 ORDER BY h.account_id
  ) AS short;
END $$;
