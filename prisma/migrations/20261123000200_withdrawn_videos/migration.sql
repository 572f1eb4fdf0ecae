-- When and why a video was taken out of a running month: what was paid for it before that moment still counts (docs/decisions/0055).
ALTER TABLE "video" ADD COLUMN     "withdrawn_at" TIMESTAMPTZ(3),
ADD COLUMN     "withdrawn_because" TEXT;

ALTER TABLE video ADD CONSTRAINT video_withdrawn_is_whole CHECK (
  num_nulls(withdrawn_at, withdrawn_because) <> 1
  AND (withdrawn_at IS NULL OR (status = 'rejected' AND withdrawn_because IN ('video_withdrawn', 'dancer_inactive')))
);

-- The votes of a phone for a video on a day are counted before a gift is taken (docs/decisions/0054). Only payments by Paybill, and those
-- that a statement has told, are in these: what a callback tells costs nothing more.
CREATE INDEX gift_by_masked_phone ON gift (video_id, created_at) WHERE phone = '';
CREATE INDEX mpesa_receipt_by_payer ON mpesa_receipt (phone, created_at) WHERE source IN ('paybill', 'statement');

-- What could not be understood is shown on the health page.
CREATE INDEX callback_inbox_unreadable ON callback_inbox (received_at) WHERE outcome LIKE 'unreadable:%';
