-- Covers a wallet's short share holds with money that is free again, the oldest gift first, so that it cannot
-- be withdrawn while a signal is open. Idempotent.
CREATE OR REPLACE FUNCTION cover_shares(p_account bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  PERFORM 1 FROM account WHERE id = p_account FOR NO KEY UPDATE;
  WITH due AS (
    SELECT h.intent_id, least(h.short, greatest(0, a.posted - a.held + h.short
        - cents_sum(h.short) OVER (ORDER BY h.intent_id ROWS UNBOUNDED PRECEDING))) AS cents
    FROM share_hold h JOIN account a ON a.id = h.account_id
    WHERE h.account_id = p_account AND h.short > 0
  ), covered AS (
    UPDATE share_hold h SET amount = h.amount + d.cents, short = h.short - d.cents
    FROM due d WHERE h.account_id = p_account AND h.intent_id = d.intent_id AND d.cents > 0
    RETURNING d.cents
  )
  UPDATE account SET held = held + s.cents, version = version + 1
  FROM (SELECT cents_sum(cents) AS cents FROM covered) AS s WHERE id = p_account AND s.cents > 0;
END $$;
