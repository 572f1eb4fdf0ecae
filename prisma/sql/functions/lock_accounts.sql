-- Locks accounts in the order of their ids, because the product's role may not lock accounts itself, and answers what they hold.
CREATE OR REPLACE FUNCTION lock_accounts(ids bigint[]) RETURNS TABLE (id bigint, posted bigint, held bigint)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT a.id, a.posted, a.held FROM account a WHERE a.id = ANY (ids) ORDER BY a.id FOR NO KEY UPDATE
$$;
