-- Each journal sums to zero. Checked per statement, which is enough: a journal's entries come in one
-- statement and never change (docs/decisions/0003).
CREATE OR REPLACE FUNCTION entry_must_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bad bigint;
BEGIN
  SELECT journal_id INTO bad FROM new_entries GROUP BY journal_id HAVING cents_sum(amount) <> 0 LIMIT 1;
  IF bad IS NOT NULL THEN
    RAISE EXCEPTION 'journal % does not sum to zero', bad USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER entry_must_balance AFTER INSERT ON entry
  REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION entry_must_balance();
