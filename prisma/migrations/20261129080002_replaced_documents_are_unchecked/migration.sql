-- The previous release does not know checked_at and problem: where it replaces a document's file, what was found in the former
-- file would stay. The next release drops this trigger.
CREATE FUNCTION uncheck_replaced_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.checked_at := NULL;
  NEW.problem := NULL;
  RETURN NEW;
END $$;

CREATE TRIGGER uncheck_replaced_document BEFORE UPDATE ON kyc_document
  FOR EACH ROW
  WHEN (NEW.object_key IS DISTINCT FROM OLD.object_key AND NEW.checked_at IS NOT DISTINCT FROM OLD.checked_at)
  EXECUTE FUNCTION uncheck_replaced_document();
