ALTER TABLE payment_intent
  ADD CONSTRAINT payment_intent_amount_positive CHECK (amount > 0 AND amount % 100 = 0),
  ADD CONSTRAINT payment_intent_reference_length CHECK (char_length(account_reference) BETWEEN 1 AND 12);

-- One open prompt per phone. Once it is 'verifying' the handset's prompt is gone and another may be sent.
CREATE UNIQUE INDEX payment_intent_open_prompt_key ON payment_intent (phone)
  WHERE channel = 'prompt' AND state IN ('created', 'submitting', 'awaiting', 'submit_unknown');

CREATE INDEX payment_intent_due ON payment_intent (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX payment_intent_unsettled ON payment_intent (state, created_at)
  WHERE state NOT IN ('credited', 'declined', 'rejected', 'refunded');

ALTER TABLE gift ADD CONSTRAINT gift_vote_count_positive CHECK (vote_count BETWEEN 1 AND 5000);

CREATE INDEX callback_inbox_waiting ON callback_inbox (id) WHERE processed_at IS NULL;

ALTER TABLE mpesa_receipt ADD CONSTRAINT mpesa_receipt_amount_positive CHECK (amount > 0);
CREATE INDEX mpesa_receipt_unmatched ON mpesa_receipt (created_at) WHERE status = 'unmatched';

ALTER TABLE video
  ADD CONSTRAINT video_counts_not_negative CHECK (vote_count >= 0 AND view_count >= 0 AND comment_count >= 0),
  ADD CONSTRAINT video_has_a_source CHECK (youtube_url IS NOT NULL OR video_file_url IS NOT NULL);

-- One live video for each assignment, and one entry of the same YouTube video in a challenge.
CREATE UNIQUE INDEX video_one_live_per_assignment ON video (assignment_id)
  WHERE assignment_id IS NOT NULL AND status <> 'rejected';
CREATE UNIQUE INDEX video_youtube_once_per_challenge ON video (challenge_id, youtube_video_id)
  WHERE youtube_video_id IS NOT NULL AND status <> 'rejected';

CREATE UNIQUE INDEX app_user_username_key ON app_user (lower(username));

ALTER TABLE app_user ADD CONSTRAINT app_user_email_lower_case CHECK (email = lower(email));

ALTER TABLE challenge
  ADD CONSTRAINT challenge_dates_in_order
    CHECK (starts_at <= voting_starts_at AND voting_starts_at < ends_at AND submissions_end_at <= ends_at);

ALTER TABLE outbox ADD CONSTRAINT outbox_kind CHECK (kind IN ('job', 'event'));

-- Vote counts, view counts and the waiting rows change in place: leave room on their pages.
ALTER TABLE video SET (fillfactor = 70);
ALTER TABLE payment_intent SET (fillfactor = 70);
ALTER TABLE callback_inbox SET (fillfactor = 80);
