-- Posts many journals at once. Arrays of one length describe the journals; those of another describe the entries, at most one
-- for each account of a journal, entry_journals being the place (from 1) of each one's journal. A journal whose key exists
-- already is passed over. Accounts are locked in id order. The answer is how many journals were new.
--
-- Nearly always all are new, and ON CONFLICT would ask for each key first: they are inserted plainly, and only where that
-- fails those that exist are passed over.
CREATE OR REPLACE FUNCTION post_journals(
  keys text[], types text[], source_types text[], source_ids text[], reversals bigint[], actors text[],
  occurred timestamptz[], entry_journals int[], entry_accounts bigint[], entry_amounts bigint[]
) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  ids bigint[]; -- by place, NULL where the journal is passed over
  made_count int;
  touched bigint[];
  found int;
BEGIN
  BEGIN
    WITH given AS (
      SELECT nextval('journal_id_seq') AS id, g.*
      FROM unnest(keys, types, source_types, source_ids, reversals, actors, occurred)
        WITH ORDINALITY AS g(k, t, st, si, r, a, o, place)
    ), made AS (
      INSERT INTO journal (id, idempotency_key, type, source_type, source_id, reversal_of, actor, occurred_at)
      SELECT id, k, t, st, si, r, a, o FROM given ORDER BY k
    )
    SELECT array_agg(id ORDER BY place), count(*) INTO ids, made_count FROM given;
  EXCEPTION WHEN unique_violation THEN
    WITH given AS (
      SELECT nextval('journal_id_seq') AS id, g.*
      FROM unnest(keys, types, source_types, source_ids, reversals, actors, occurred)
        WITH ORDINALITY AS g(k, t, st, si, r, a, o, place)
    ), made AS (
      INSERT INTO journal (id, idempotency_key, type, source_type, source_id, reversal_of, actor, occurred_at)
      SELECT id, k, t, st, si, r, a, o FROM given ORDER BY k
      ON CONFLICT (idempotency_key) DO NOTHING
      RETURNING id
    )
    SELECT array_agg(made.id ORDER BY given.place), count(made.id) INTO ids, made_count
    FROM given LEFT JOIN made ON made.id = given.id;
  END;

  IF made_count = 0 THEN
    RETURN 0;
  END IF;

  SELECT array_agg(DISTINCT e.a) INTO touched
  FROM unnest(entry_journals, entry_accounts) AS e(j, a) WHERE ids[e.j] IS NOT NULL;

  PERFORM 1 FROM account WHERE id = ANY (touched) ORDER BY id FOR NO KEY UPDATE;
  GET DIAGNOSTICS found = ROW_COUNT;
  IF found <> coalesce(cardinality(touched), 0) OR found = 0 THEN
    RAISE EXCEPTION 'a journal has no entries or names an account that does not exist' USING ERRCODE = 'foreign_key_violation';
  END IF;

  WITH given AS (
    SELECT ids[e.j] AS journal, e.a AS account, e.c AS amount
    FROM unnest(entry_journals, entry_accounts, entry_amounts) AS e(j, a, c)
    WHERE ids[e.j] IS NOT NULL
  ), written AS (
    INSERT INTO entry (journal_id, account_id, amount, balance_after)
    SELECT journal, account, amount,
      b.posted + cents_sum(amount) OVER (PARTITION BY account ORDER BY journal ROWS UNBOUNDED PRECEDING)
    FROM given JOIN account b ON b.id = account
    WHERE amount <> 0
    RETURNING journal_id, account_id, amount
  ), totals AS (
    SELECT account_id, cents_sum(amount) AS amount FROM written GROUP BY account_id
  ), booked AS (
    UPDATE account b SET posted = b.posted + t.amount, version = b.version + 1
    FROM totals t WHERE b.id = t.account_id
  )
  SELECT count(DISTINCT journal_id) INTO found FROM written;
  IF found <> made_count THEN
    RAISE EXCEPTION 'a journal moves nothing' USING ERRCODE = 'check_violation';
  END IF;

  RETURN made_count;
END $$;
