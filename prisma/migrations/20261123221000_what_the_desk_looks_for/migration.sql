-- What lists and searches look for in tables that grow (docs/speed.md, What grows).

-- The decided videos of the officers' desk, the newest decision first, and the decisions of the last days. Votes change none
-- of these columns, so that a count still changes in its place.
CREATE INDEX video_decided ON video (reviewed_at DESC NULLS LAST, id DESC) WHERE status <> 'pending_review';
CREATE INDEX profile_kyc_reviewed_at_idx ON profile (kyc_reviewed_at);

-- The feed's search; people's names have indexes already.
CREATE INDEX video_title_words_idx ON video USING gin (title gin_trgm_ops);
CREATE INDEX track_words_idx ON track USING gin (title gin_trgm_ops, artist gin_trgm_ops);

-- Everybody who has not been erased, the newest first, for the desk's list and its count.
CREATE INDEX app_user_present ON app_user (created_at, id) WHERE deleted_at IS NULL;

-- What M-Pesa said of a payment.
CREATE INDEX callback_inbox_of_intent ON callback_inbox (intent_id) WHERE intent_id IS NOT NULL;
