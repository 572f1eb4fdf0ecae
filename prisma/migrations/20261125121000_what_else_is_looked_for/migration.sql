-- Lists that the desk reads from the newest: without these each sorted everybody that there is. Those without a time stand last, as
-- the lists have them.
CREATE INDEX profile_decided ON profile (kyc_reviewed_at DESC NULLS LAST, user_id DESC)
  WHERE kyc_status IN ('approved', 'rejected');
CREATE INDEX profile_submitted ON profile (kyc_submitted_at DESC NULLS LAST, user_id DESC)
  WHERE kyc_status IN ('under_review', 'approved', 'rejected');

-- In place of the index of the same column alone, which the release before asks for a day's end of: it finds that here as well.
CREATE INDEX app_user_active_last ON app_user (last_active_at DESC NULLS LAST, id DESC) WHERE deleted_at IS NULL;
DROP INDEX app_user_last_active;

-- The launch fee is paid by a hundred, and asked about by everybody who joins.
CREATE INDEX subscription_launch ON subscription (dancer_id) WHERE is_launch;
CREATE INDEX subscription_payment_launch ON subscription_payment (created_at) WHERE is_launch;

-- All signals, the highest scores first.
CREATE INDEX fraud_signal_by_score ON fraud_signal (score DESC, updated_at DESC, id DESC);

-- The entries of a journal (lib/domain/ledger/journal-range.ts). Of the column as such there is an index over blocks as well, but PostgreSQL
-- takes it for dearer than looking into the entries of each account, one after the other. A few pages large.
CREATE INDEX entry_of_journal ON entry USING BRIN ((journal_id + 0));
