-- The ledger's laws. Prisma cannot say these, so they are written by hand.

ALTER TABLE account
  ADD CONSTRAINT account_held_not_negative CHECK (held >= 0),
  ADD CONSTRAINT account_covers_holds CHECK (allow_negative OR posted - held >= 0);

CREATE UNIQUE INDEX account_kind_owner_shard_key ON account (kind, owner_id, shard) NULLS NOT DISTINCT;

-- A journal is reversed once at most. Partial: hardly any journal is a reversal, so hardly any pays for this index.
CREATE UNIQUE INDEX journal_reversal_of_key ON journal (reversal_of) WHERE reversal_of IS NOT NULL;

ALTER TABLE entry ADD CONSTRAINT entry_amount_not_zero CHECK (amount <> 0);

-- Balances change in place all the time: leave room so that updates stay on their page.
ALTER TABLE account SET (fillfactor = 50);

-- sum() of bigints is numeric, which costs several times as much. This one stays bigint, and overflows loudly.
CREATE AGGREGATE cents_sum(bigint) (sfunc = int8pl, stype = bigint, initcond = '0', parallel = safe, combinefunc = int8pl);

-- Each journal sums to zero, per statement: entries are append-only and a journal's entries arrive in one
-- statement, so what balances in every statement balances for ever. A deferred trigger per row would hold the
-- same rule at several times the cost (docs/decisions/0003).
CREATE FUNCTION entry_must_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bad bigint;
BEGIN
  SELECT journal_id INTO bad FROM new_entries GROUP BY journal_id HAVING cents_sum(amount) <> 0 LIMIT 1;
  IF bad IS NOT NULL THEN
    RAISE EXCEPTION 'journal % does not sum to zero', bad USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER entry_must_balance AFTER INSERT ON entry
  REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION entry_must_balance();

CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on % is not allowed: the ledger is append-only, post a reversing journal', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER journal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON entry
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

-- Posts many journals at once. Arrays of one length describe the journals; those of another describe the entries,
-- entry_journals being the place (from 1) of each one's journal. A journal whose key exists already is passed over.
-- Accounts are locked in id order. The answer is how many journals were new.
CREATE FUNCTION post_journals(
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
    SELECT ids[e.j] AS journal, e.a AS account, cents_sum(e.c) AS amount
    FROM unnest(entry_journals, entry_accounts, entry_amounts) AS e(j, a, c)
    WHERE ids[e.j] IS NOT NULL
    GROUP BY e.j, e.a
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

-- Accounts come into being empty. The same call again answers the same account.
CREATE FUNCTION open_account(p_kind text, p_owner uuid) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  answer bigint;
BEGIN
  INSERT INTO account (kind, owner_id) VALUES (p_kind, p_owner)
  ON CONFLICT (kind, owner_id, shard) DO NOTHING RETURNING id INTO answer;
  IF answer IS NULL THEN
    SELECT id INTO answer FROM account WHERE kind = p_kind AND owner_id = p_owner AND shard = 0;
  END IF;
  RETURN answer;
END $$;

-- The system's own accounts. Clearing accounts with M-Pesa go below zero: what M-Pesa holds for us.
-- Those that every vote touches are spread over eight shards.
INSERT INTO account (kind, shard, allow_negative)
SELECT 'mpesa_collection', n, true FROM generate_series(0, 7) AS n
UNION ALL SELECT 'platform_revenue', n, false FROM generate_series(0, 7) AS n
UNION ALL SELECT 'royalty_pool', n, false FROM generate_series(0, 7) AS n
UNION ALL SELECT k, 0, k = 'mpesa_payout' FROM unnest(ARRAY['mpesa_payout', 'prize_pool', 'withdrawals_held', 'suspense']) AS k;
