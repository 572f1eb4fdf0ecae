-- Fails where a statement has written fewer rows than it was meant for, because somebody has changed one of them since it was
-- read: the transaction is run again (40001 is retried).
CREATE FUNCTION expect_rows(written bigint, expected int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF written <> expected THEN
    RAISE EXCEPTION '% of % rows are still as they were read', written, expected USING ERRCODE = 'serialization_failure';
  END IF;
END $$;
