-- Locks accounts in order of id and returns their balances. The product's role cannot lock them itself.
CREATE OR REPLACE FUNCTION lock_accounts(ids bigint[]) RETURNS TABLE (id bigint, posted bigint, held bigint)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT a.id, a.posted, a.held FROM account a WHERE a.id = ANY (ids) ORDER BY a.id FOR NO KEY UPDATE
$$;
