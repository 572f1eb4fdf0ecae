-- Holds a payout's amount or ends the hold; returns whether that changed anything. CHECKs of account refuse
-- an uncovered amount.
CREATE OR REPLACE FUNCTION hold_payout(p_payout uuid, p_hold boolean) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  wallet bigint;
  cents bigint;
BEGIN
  UPDATE payout SET is_held = p_hold WHERE id = p_payout AND is_held <> p_hold
  RETURNING account_id, amount INTO wallet, cents;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE account SET held = held + CASE WHEN p_hold THEN cents ELSE -cents END, version = version + 1
  WHERE id = wallet AND owner_id IS NOT NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'payout % names no wallet', p_payout USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN true;
END $$;
