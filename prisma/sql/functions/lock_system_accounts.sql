-- Locks system accounts in order of id and returns their balances. The product's role cannot lock them
-- itself.
CREATE OR REPLACE FUNCTION lock_system_accounts(kinds text[]) RETURNS TABLE (id bigint, kind text, posted bigint)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT a.id, a.kind, a.posted FROM account a WHERE a.kind = ANY (kinds) AND a.owner_id IS NULL
  ORDER BY a.id FOR NO KEY UPDATE
$$;
