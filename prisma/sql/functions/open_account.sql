-- Opens a person's account, if missing, and returns its id.
CREATE OR REPLACE FUNCTION open_account(p_kind text, p_owner uuid) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  answer bigint;
BEGIN
  INSERT INTO account (kind, owner_id) VALUES (p_kind, p_owner)
  ON CONFLICT (kind, owner_id) DO NOTHING RETURNING id INTO answer;
  IF answer IS NULL THEN
    SELECT id INTO answer FROM account WHERE kind = p_kind AND owner_id = p_owner;
  END IF;
  RETURN answer;
END $$;
