-- Refuses changes by any role, even the owner.
CREATE OR REPLACE FUNCTION tally_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on % is not allowed: the tally is append-only, add a row that takes the other back', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE OR REPLACE TRIGGER tally_list_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON tally_list
  FOR EACH STATEMENT EXECUTE FUNCTION tally_is_append_only();
CREATE OR REPLACE TRIGGER tally_row_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON tally_row
  FOR EACH STATEMENT EXECUTE FUNCTION tally_is_append_only();
CREATE OR REPLACE TRIGGER tally_head_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON tally_head
  FOR EACH STATEMENT EXECUTE FUNCTION tally_is_append_only();
