-- Posts journals and returns how many were new; skips existing keys. The first seven arrays have an element
-- per journal, the last three per entry (one per account of a journal). entry_journals has the journal's
-- position from 1. Locks accounts in order of id.
CREATE OR REPLACE FUNCTION post_journals(
  keys text[], types text[], source_types text[], source_ids text[], reversals bigint[], actors text[],
  occurred timestamptz[], entry_journals int[], entry_accounts bigint[], entry_amounts bigint[]
) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  ids bigint[]; -- per journal, NULL if skipped
  inserted_count int;
  account_ids bigint[];
  affected int;
BEGIN
  -- Nearly always all journals are new. ON CONFLICT looks up each key, so it is used only after a plain
  -- INSERT failed.
  BEGIN
    WITH given AS (
      SELECT nextval('journal_id_seq') AS id, g.*
      FROM unnest(keys, types, source_types, source_ids, reversals, actors, occurred)
        WITH ORDINALITY AS g(k, t, st, si, r, a, o, position)
    ), inserted AS (
      INSERT INTO journal (id, idempotency_key, type, source_type, source_id, reversal_of, actor, occurred_at)
      SELECT id, k, t, st, si, r, a, o FROM given ORDER BY k
    )
    SELECT array_agg(id ORDER BY position), count(*) INTO ids, inserted_count FROM given;
  EXCEPTION WHEN unique_violation THEN
    WITH given AS (
      SELECT nextval('journal_id_seq') AS id, g.*
      FROM unnest(keys, types, source_types, source_ids, reversals, actors, occurred)
        WITH ORDINALITY AS g(k, t, st, si, r, a, o, position)
    ), inserted AS (
      INSERT INTO journal (id, idempotency_key, type, source_type, source_id, reversal_of, actor, occurred_at)
      SELECT id, k, t, st, si, r, a, o FROM given ORDER BY k
      ON CONFLICT (idempotency_key) DO NOTHING
      RETURNING id
    )
    SELECT array_agg(inserted.id ORDER BY given.position), count(inserted.id) INTO ids, inserted_count
    FROM given LEFT JOIN inserted ON inserted.id = given.id;
  END;

  IF inserted_count = 0 THEN
    RETURN 0;
  END IF;

  SELECT array_agg(DISTINCT e.a) INTO account_ids
  FROM unnest(entry_journals, entry_accounts) AS e(j, a) WHERE ids[e.j] IS NOT NULL;

  PERFORM 1 FROM account WHERE id = ANY (account_ids) ORDER BY id FOR NO KEY UPDATE;
  GET DIAGNOSTICS affected = ROW_COUNT;
  IF affected <> coalesce(cardinality(account_ids), 0) OR affected = 0 THEN
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
  SELECT count(DISTINCT journal_id) INTO affected FROM written;
  IF affected <> inserted_count THEN
    RAISE EXCEPTION 'a journal moves nothing' USING ERRCODE = 'check_violation';
  END IF;

  RETURN inserted_count;
END $$;
