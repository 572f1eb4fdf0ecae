-- Refuses changes by any role, even the owner.
CREATE OR REPLACE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on % is not allowed: the ledger is append-only, post a reversing journal', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE OR REPLACE TRIGGER journal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE OR REPLACE TRIGGER entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON entry
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
