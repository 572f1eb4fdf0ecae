-- A journal that was reversed frees its receipt, so that the right one can name the same evidence.
ALTER TABLE "cash_journal" ADD COLUMN "reversed_at" TIMESTAMPTZ(3);
UPDATE cash_journal AS c SET reversed_at = r.decided_at FROM cash_journal AS r WHERE r.reverses = c.id AND r.state = 'confirmed';
DROP INDEX cash_journal_receipt_key;
CREATE UNIQUE INDEX cash_journal_receipt_key ON cash_journal (kind, receipt)
  WHERE state <> 'rejected' AND reverses IS NULL AND reversed_at IS NULL;
GRANT UPDATE (reversed_at) ON cash_journal TO ngoma_app;
