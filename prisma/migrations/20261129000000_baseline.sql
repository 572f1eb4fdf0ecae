-- The schema of version 1.0.0, by domain. prisma/schema says what each column means. This file also has what Prisma's schema cannot
-- say: checks, partial indexes, rights and the first rows. Later migrations are written by `npm run db:migration -- name`.
--
-- Order: tables by domain, functions, triggers, views, rights, first rows.

-- Finds any part of a name or email by index (docs/decisions/0010).
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- ========== People ==============================================================================================

CREATE TYPE role AS ENUM ('dancer', 'copyright_owner', 'compliance_officer', 'super_admin');
CREATE TYPE kyc_status AS ENUM ('not_submitted', 'pending', 'under_review', 'approved', 'rejected');
CREATE TYPE mailed_link_purpose AS ENUM ('verify_email', 'reset_password', 'staff_invited');
CREATE TYPE second_factor_reset_state AS ENUM ('waiting', 'completed', 'rejected');

-- Everybody who can sign in. Usernames are unique whatever the case of their letters.
CREATE TABLE app_user (
  id UUID PRIMARY KEY DEFAULT uuidv7(),
  username TEXT NOT NULL,
  username_look TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  first_name TEXT NOT NULL DEFAULT '',
  last_name TEXT NOT NULL DEFAULT '',
  role role NOT NULL,
  phone_number TEXT NOT NULL DEFAULT '',
  locale TEXT NOT NULL DEFAULT 'en',
  is_active BOOLEAN NOT NULL DEFAULT true,
  is_email_verified BOOLEAN NOT NULL DEFAULT false,
  last_active_at TIMESTAMPTZ(3),
  phone_changed_at TIMESTAMPTZ(3),
  withdrawals_frozen_at TIMESTAMPTZ(3),
  withdrawals_frozen_why TEXT NOT NULL DEFAULT '',
  deleted_at TIMESTAMPTZ(3),
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT app_user_email_lower_case CHECK (email = lower(email)),
  CONSTRAINT app_user_locale CHECK (locale IN ('en', 'sw'))
);
CREATE INDEX app_user_created_at_id_idx ON app_user (created_at, id);
-- Everybody who has not been erased, newest first, for the desk's list and its count.
CREATE INDEX app_user_present ON app_user (created_at, id) WHERE deleted_at IS NULL;
-- Who was here last; people who never were stand last.
CREATE INDEX app_user_active_last ON app_user (last_active_at DESC NULLS LAST, id DESC) WHERE deleted_at IS NULL;
-- The few whom the officers' desk does not count: closed accounts and staff (lib/domain/review/identities.ts).
CREATE INDEX app_user_unlisted ON app_user (id) WHERE deleted_at IS NOT NULL OR role IN ('compliance_officer', 'super_admin');
CREATE UNIQUE INDEX app_user_email_key ON app_user (email);
CREATE INDEX app_user_phone_digits_idx ON app_user (right(regexp_replace(phone_number, '\D', '', 'g'), 9))
  WHERE phone_number <> '';
CREATE INDEX app_user_role_idx ON app_user (role);
CREATE UNIQUE INDEX app_user_username_key ON app_user (lower(username));
CREATE INDEX app_user_username_look_idx ON app_user (username_look);
-- For the search of lib/domain/overview/users.ts, whose expressions these are.
CREATE INDEX app_user_words_idx ON app_user
  USING gin (lower(username || ' ' || email || ' ' || first_name || ' ' || last_name) gin_trgm_ops);

-- What a member shows, and where their identity check stands.
CREATE TABLE profile (
  user_id UUID PRIMARY KEY REFERENCES app_user ON DELETE CASCADE ON UPDATE CASCADE,
  display_name TEXT NOT NULL,
  display_name_look TEXT NOT NULL DEFAULT '',
  bio TEXT NOT NULL DEFAULT '',
  location TEXT NOT NULL DEFAULT '',
  county TEXT NOT NULL DEFAULT '',
  social_links JSONB NOT NULL DEFAULT '{}',
  avatar_url TEXT,
  kyc_status kyc_status NOT NULL DEFAULT 'not_submitted',
  kyc_rejection_reason TEXT NOT NULL DEFAULT '',
  kyc_field_reasons JSONB NOT NULL DEFAULT '{}',
  kyc_submitted_at TIMESTAMPTZ(3),
  kyc_reviewed_at TIMESTAMPTZ(3)
);
CREATE INDEX profile_display_name_look_idx ON profile (display_name_look);
CREATE INDEX profile_display_name_words_idx ON profile USING gin (lower(display_name) gin_trgm_ops);
CREATE INDEX profile_kyc_status_kyc_submitted_at_idx ON profile (kyc_status, kyc_submitted_at);
CREATE INDEX profile_kyc_reviewed_at_idx ON profile (kyc_reviewed_at);
-- The desk's lists, newest first; profiles without a time stand last.
CREATE INDEX profile_decided ON profile (kyc_reviewed_at DESC NULLS LAST, user_id DESC)
  WHERE kyc_status IN ('approved', 'rejected');
CREATE INDEX profile_submitted ON profile (kyc_submitted_at DESC NULLS LAST, user_id DESC)
  WHERE kyc_status IN ('under_review', 'approved', 'rejected');
-- Dancers at home in a county, from the index alone.
CREATE INDEX profile_at_home ON profile (county, user_id) WHERE county <> '';
CREATE INDEX profile_location_words_idx ON profile USING gin (lower(location) gin_trgm_ops);

-- A sign-in on one device, and the refresh tokens that follow each other in it.
CREATE TABLE session (
  id UUID PRIMARY KEY DEFAULT uuidv7(),
  user_id UUID NOT NULL REFERENCES app_user ON DELETE CASCADE ON UPDATE CASCADE,
  user_agent TEXT NOT NULL DEFAULT '',
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at TIMESTAMPTZ(3) NOT NULL,
  revoked_at TIMESTAMPTZ(3),
  revoked_reason TEXT,
  second_factor_at TIMESTAMPTZ(3)
);
CREATE INDEX session_user_id_idx ON session (user_id);

CREATE TABLE refresh_token (
  token_hash BYTEA PRIMARY KEY,
  session_id UUID NOT NULL REFERENCES session ON DELETE CASCADE ON UPDATE CASCADE,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at TIMESTAMPTZ(3) NOT NULL,
  used_at TIMESTAMPTZ(3)
);
CREATE INDEX refresh_token_session_id_idx ON refresh_token (session_id);

-- Mailed links that work once.
CREATE TABLE mailed_link (
  token_hash BYTEA PRIMARY KEY,
  user_id UUID NOT NULL REFERENCES app_user ON DELETE CASCADE ON UPDATE CASCADE,
  purpose mailed_link_purpose NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at TIMESTAMPTZ(3) NOT NULL,
  used_at TIMESTAMPTZ(3)
);
CREATE INDEX mailed_link_user_id_purpose_idx ON mailed_link (user_id, purpose);

-- People who have registered and have not verified their email. An email can have several pending registrations, each with
-- links of its own (docs/decisions/0017).
CREATE TABLE pending_registration (
  id UUID PRIMARY KEY,
  email TEXT NOT NULL,
  username TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  display_name TEXT NOT NULL,
  role role NOT NULL,
  phone_number TEXT NOT NULL DEFAULT '',
  location TEXT NOT NULL DEFAULT '',
  social_links JSONB NOT NULL DEFAULT '{}',
  locale TEXT NOT NULL DEFAULT 'en',
  created_at TIMESTAMPTZ(3) NOT NULL,
  expires_at TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT pending_registration_email_lower CHECK (email = lower(email))
);
CREATE INDEX pending_registration_email_created_at_idx ON pending_registration (email, created_at);
CREATE INDEX pending_registration_expires_at_idx ON pending_registration (expires_at);
CREATE INDEX pending_registration_username_idx ON pending_registration (lower(username));

CREATE TABLE registration_link (
  token_hash BYTEA PRIMARY KEY,
  account_id UUID NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL,
  expires_at TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX registration_link_account_id_idx ON registration_link (account_id);
CREATE INDEX registration_link_expires_at_idx ON registration_link (expires_at);

-- An authenticator app's secret, the recovery codes, and resets that two people make.
CREATE TABLE second_factor (
  user_id UUID PRIMARY KEY REFERENCES app_user ON DELETE CASCADE ON UPDATE CASCADE,
  secret BYTEA NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL,
  confirmed_at TIMESTAMPTZ(3),
  last_step INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE recovery_code (
  user_id UUID NOT NULL REFERENCES second_factor ON DELETE CASCADE ON UPDATE CASCADE,
  code_hash BYTEA NOT NULL,
  used_at TIMESTAMPTZ(3),
  PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE second_factor_reset (
  id UUID PRIMARY KEY,
  user_id UUID NOT NULL REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  state second_factor_reset_state NOT NULL DEFAULT 'waiting',
  requested_by UUID NOT NULL REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  requested_at TIMESTAMPTZ(3) NOT NULL,
  decided_by UUID REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  decided_at TIMESTAMPTZ(3),
  CONSTRAINT second_factor_reset_by_two CHECK (
    state <> 'completed' OR (decided_by <> requested_by AND decided_by <> user_id AND requested_by <> user_id)
  ),
  -- Completed means that a second person decided. A reset that was made by command meanwhile is called off without one.
  CONSTRAINT second_factor_reset_decided CHECK (
    (state = 'waiting') = (decided_at IS NULL)
    AND (state <> 'waiting' OR decided_by IS NULL)
    AND (state <> 'completed' OR decided_by IS NOT NULL)
  )
);
CREATE INDEX second_factor_reset_decided_by_idx ON second_factor_reset (decided_by);
CREATE INDEX second_factor_reset_requested_by_idx ON second_factor_reset (requested_by);
CREATE INDEX second_factor_reset_user_id_state_idx ON second_factor_reset (user_id, state);
-- One reset of a person waits at a time.
CREATE UNIQUE INDEX second_factor_reset_waiting_key ON second_factor_reset (user_id) WHERE state = 'waiting';

-- Who invited whom to the desk (docs/decisions/0011).
CREATE TABLE staff_invitation (
  user_id UUID PRIMARY KEY REFERENCES app_user ON DELETE CASCADE,
  invited_by UUID NOT NULL REFERENCES app_user ON DELETE RESTRICT,
  invited_at TIMESTAMPTZ(3) NOT NULL,
  confirmed_by UUID REFERENCES app_user ON DELETE RESTRICT,
  confirmed_at TIMESTAMPTZ(3),
  CONSTRAINT staff_invitation_by_another CHECK (invited_by <> user_id AND confirmed_by IS DISTINCT FROM user_id),
  CONSTRAINT staff_invitation_confirmed CHECK (confirmed_by IS NULL OR confirmed_at IS NOT NULL)
);
CREATE INDEX staff_invitation_invited_by ON staff_invitation (invited_by);

-- How many people and identities there are, kept by triggers on their tables so that lists and figures need not count them
-- each time (docs/decisions/0003). An invariant compares each count with its rows.
CREATE TABLE people_count (
  role role NOT NULL,
  is_active BOOLEAN NOT NULL,
  is_email_verified BOOLEAN NOT NULL,
  is_erased BOOLEAN NOT NULL,
  people INTEGER NOT NULL,
  PRIMARY KEY (role, is_active, is_email_verified, is_erased)
);

CREATE TABLE identity_count (
  kyc_status kyc_status PRIMARY KEY,
  profiles INTEGER NOT NULL
);

-- ========== Identity checks, uploads, review ====================================================================

CREATE TYPE kyc_document_type AS ENUM ('id_front', 'id_back', 'passport_photo');
CREATE TYPE kyc_document_problem AS ENUM ('damaged', 'locked', 'no_pages', 'too_big');
CREATE TYPE kyc_action AS ENUM ('approve', 'reject');
CREATE TYPE identity_revocation_state AS ENUM ('waiting', 'confirmed', 'rejected');
CREATE TYPE upload_kind AS ENUM ('kyc_document', 'track', 'avatar');
CREATE TYPE upload_status AS ENUM ('open', 'completed', 'refused', 'replaced');
CREATE TYPE review_subject AS ENUM ('kyc', 'track', 'video', 'signal', 'comment');

-- The form of the identity check, sealed; its files; and what officers decided.
CREATE TABLE kyc_record (
  user_id UUID PRIMARY KEY REFERENCES app_user ON DELETE CASCADE ON UPDATE CASCADE,
  sealed BYTEA NOT NULL,
  national_id_hash BYTEA,
  name_hashes BYTEA[] DEFAULT ARRAY[]::BYTEA[],
  updated_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX kyc_record_name_hashes_idx ON kyc_record USING GIN (name_hashes);
CREATE INDEX kyc_record_national_id_hash_idx ON kyc_record (national_id_hash);

CREATE TABLE kyc_document (
  id UUID PRIMARY KEY DEFAULT uuidv7(),
  user_id UUID NOT NULL REFERENCES app_user ON DELETE CASCADE ON UPDATE CASCADE,
  document_type kyc_document_type NOT NULL,
  object_key TEXT NOT NULL,
  file_name TEXT NOT NULL,
  file_size INTEGER NOT NULL,
  mime_type TEXT NOT NULL,
  uploaded_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  checked_at TIMESTAMPTZ(3),
  problem kyc_document_problem
);
CREATE UNIQUE INDEX kyc_document_user_id_document_type_key ON kyc_document (user_id, document_type);
-- Documents that nobody has opened yet, because their job was lost.
CREATE INDEX kyc_document_unchecked ON kyc_document (uploaded_at) WHERE checked_at IS NULL;

CREATE TABLE kyc_review (
  id UUID PRIMARY KEY DEFAULT uuidv7(),
  user_id UUID NOT NULL REFERENCES app_user ON DELETE CASCADE ON UPDATE CASCADE,
  officer_id UUID NOT NULL REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  action kyc_action NOT NULL,
  reason TEXT NOT NULL DEFAULT '',
  field_reasons JSONB NOT NULL DEFAULT '{}',
  internal_note TEXT NOT NULL DEFAULT '',
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX kyc_review_officer_id_idx ON kyc_review (officer_id);
CREATE INDEX kyc_review_user_id_created_at_idx ON kyc_review (user_id, created_at);

-- Files that somebody was given a signed link for.
CREATE TABLE upload_session (
  id UUID PRIMARY KEY DEFAULT uuidv7(),
  user_id UUID NOT NULL REFERENCES app_user ON DELETE CASCADE ON UPDATE CASCADE,
  kind upload_kind NOT NULL,
  status upload_status NOT NULL DEFAULT 'open',
  object_key TEXT NOT NULL,
  stored_key TEXT,
  file_name TEXT NOT NULL,
  file_size INTEGER NOT NULL,
  mime_type TEXT NOT NULL,
  details JSONB NOT NULL DEFAULT '{}',
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at TIMESTAMPTZ(3) NOT NULL,
  completed_at TIMESTAMPTZ(3),
  trace_context TEXT,
  CONSTRAINT upload_session_size CHECK (file_size > 0)
);
CREATE UNIQUE INDEX upload_session_object_key_key ON upload_session (object_key);
CREATE INDEX upload_session_status_expires_at_idx ON upload_session (status, expires_at);
CREATE UNIQUE INDEX upload_session_stored_key_key ON upload_session (stored_key);
CREATE INDEX upload_session_user_id_kind_status_idx ON upload_session (user_id, kind, status);

-- That an officer is looking at something. The row means nothing after its time.
CREATE TABLE review_claim (
  subject_type review_subject NOT NULL,
  subject_id UUID NOT NULL,
  officer_id UUID NOT NULL REFERENCES app_user ON DELETE CASCADE ON UPDATE CASCADE,
  claimed_at TIMESTAMPTZ(3) NOT NULL,
  expires_at TIMESTAMPTZ(3) NOT NULL,
  PRIMARY KEY (subject_type, subject_id),
  CONSTRAINT review_claim_ends_after_it_began CHECK (expires_at > claimed_at)
);
CREATE INDEX review_claim_officer_id_idx ON review_claim (officer_id);

-- Decisions of the desk that can be undone for some seconds (docs/decisions/0020).
CREATE TABLE held_decision (
  id UUID PRIMARY KEY DEFAULT uuidv7(),
  subject_type review_subject NOT NULL,
  subject_id UUID NOT NULL,
  officer_id UUID NOT NULL REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  action kyc_action NOT NULL,
  reason TEXT NOT NULL DEFAULT '',
  details JSONB NOT NULL DEFAULT '{}',
  address TEXT NOT NULL DEFAULT '',
  decided_at TIMESTAMPTZ(3) NOT NULL,
  final_at TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX held_decision_final_at_idx ON held_decision (final_at);
CREATE INDEX held_decision_officer_id_idx ON held_decision (officer_id);
CREATE UNIQUE INDEX held_decision_subject_type_subject_id_key ON held_decision (subject_type, subject_id);

-- An approved identity that one super admin proposes to revoke and another confirms.
CREATE TABLE identity_revocation (
  id UUID PRIMARY KEY,
  user_id UUID NOT NULL REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  state identity_revocation_state NOT NULL DEFAULT 'waiting',
  reason TEXT NOT NULL,
  proposed_by UUID NOT NULL REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  proposed_at TIMESTAMPTZ(3) NOT NULL,
  decided_by UUID REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  decided_at TIMESTAMPTZ(3)
);
CREATE INDEX identity_revocation_user_id_proposed_at_idx ON identity_revocation (user_id, proposed_at);
CREATE INDEX identity_revocation_proposed_by_idx ON identity_revocation (proposed_by);
CREATE INDEX identity_revocation_decided_by_idx ON identity_revocation (decided_by);
CREATE UNIQUE INDEX identity_revocation_waiting ON identity_revocation (user_id) WHERE state = 'waiting';

-- ========== Ledger ==============================================================================================
-- Double entry in integer cents. lib/domain/ledger/README.md has the chart of accounts. Entries have no foreign keys, for speed:
-- post_journals writes both sides in one call, and the invariants look for strays.

-- Balances. They change in place all the time: half of each page stays free so that an update stays on its page.
CREATE TABLE account (
  id BIGSERIAL PRIMARY KEY,
  kind TEXT NOT NULL,
  owner_id UUID,
  posted BIGINT NOT NULL DEFAULT 0,
  held BIGINT NOT NULL DEFAULT 0,
  allow_negative BOOLEAN NOT NULL DEFAULT false,
  version BIGINT NOT NULL DEFAULT 0,
  -- Whole thousands of shillings in a person's wallet, so that the desk's list of people by balance reads the first wallets alone.
  -- An index of the balance itself would be written with each gift. The product's own accounts change with each batch: they have none.
  balance_step BIGINT GENERATED ALWAYS AS (CASE WHEN owner_id IS NOT NULL THEN (posted - held) / 100000 END) STORED,
  CONSTRAINT account_covers_holds CHECK (allow_negative OR posted - held >= 0),
  CONSTRAINT account_held_not_negative CHECK (held >= 0)
) WITH (fillfactor=50);
CREATE INDEX account_owner_id_idx ON account (owner_id);
CREATE INDEX account_balance_step_idx ON account (balance_step);
-- The wallets that hold something for a withdrawal.
CREATE INDEX account_held ON account (held) WHERE held > 0;
-- A system account has no owner: NULLs are compared as equal.
CREATE UNIQUE INDEX account_kind_owner_key ON account (kind, owner_id) NULLS NOT DISTINCT;

CREATE TABLE journal (
  id BIGSERIAL PRIMARY KEY,
  idempotency_key TEXT NOT NULL,
  type TEXT NOT NULL,
  source_type TEXT NOT NULL,
  source_id TEXT NOT NULL,
  reversal_of BIGINT,
  actor TEXT NOT NULL,
  occurred_at TIMESTAMPTZ(3) NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX journal_idempotency_key_key ON journal (idempotency_key);
CREATE INDEX journal_occurred_at_idx ON journal USING BRIN (occurred_at);
-- A journal is reversed once. Partial, because hardly any journal is a reversal.
CREATE UNIQUE INDEX journal_reversal_of_key ON journal (reversal_of) WHERE reversal_of IS NOT NULL;

CREATE TABLE entry (
  journal_id BIGINT NOT NULL,
  account_id BIGINT NOT NULL,
  amount BIGINT NOT NULL,
  balance_after BIGINT NOT NULL,
  PRIMARY KEY (account_id, journal_id),
  CONSTRAINT entry_amount_not_zero CHECK (amount <> 0)
);
CREATE INDEX entry_journal_id_idx ON entry USING BRIN (journal_id);
-- The entries of a journal (lib/domain/ledger/journal-range.ts). PostgreSQL takes the index of the column as such for dearer than
-- looking into the entries of each account. Sixteen pages are summarised soon after they are full: until then each look reads them whole.
CREATE INDEX entry_in_journal ON entry USING BRIN ((journal_id + 0)) WITH (pages_per_range = 16, autosummarize = on);

-- Sums of a wallet's entries up to a journal, made each night, so that a wallet is read by the entries of a day. No foreign key,
-- like entries: an invariant compares each with the ledger.
CREATE TABLE wallet_snapshot (
  account_id BIGINT PRIMARY KEY,
  through_journal BIGINT NOT NULL,
  amount BIGINT NOT NULL,
  earned BIGINT NOT NULL,
  spent_on_votes BIGINT NOT NULL,
  entries INTEGER NOT NULL,
  last_at TIMESTAMPTZ(3)
);

-- What the journals of an hour came to, by type and up to a journal, so that the desk's charts read the journals of an hour. The
-- worker adds to them each hour. An invariant compares each with the ledger.
CREATE TABLE hour_sum (
  hour TIMESTAMPTZ(3) NOT NULL,
  type TEXT NOT NULL,
  journals INTEGER NOT NULL,
  credited BIGINT NOT NULL,
  through_journal BIGINT NOT NULL,
  PRIMARY KEY (hour, type)
);
CREATE INDEX hour_sum_through_journal_idx ON hour_sum (through_journal);

-- The same of what platform revenue got.
CREATE TABLE hour_revenue (
  hour TIMESTAMPTZ(3) NOT NULL,
  type TEXT NOT NULL,
  amount BIGINT NOT NULL,
  through_journal BIGINT NOT NULL,
  PRIMARY KEY (hour, type)
);
CREATE INDEX hour_revenue_through_journal_idx ON hour_revenue (through_journal);

-- ========== Months, tracks, videos ==============================================================================

CREATE TYPE challenge_phase AS ENUM ('subscription', 'voting', 'tallying', 'closed');
CREATE TYPE track_status AS ENUM ('processing', 'pending', 'approved', 'rejected', 'retired');
CREATE TYPE assignment_status AS ENUM ('active', 'completed', 'cancelled');
CREATE TYPE video_status AS ENUM ('pending_review', 'approved', 'rejected');
CREATE TYPE video_metadata AS ENUM ('pending', 'fetched', 'unavailable');
CREATE TYPE video_kind AS ENUM ('entry', 'official');

-- A month of the contest, its results, and who takes part.
CREATE TABLE challenge (
  id UUID PRIMARY KEY DEFAULT uuidv7(),
  title TEXT NOT NULL,
  month DATE NOT NULL,
  phase challenge_phase NOT NULL DEFAULT 'subscription',
  starts_at TIMESTAMPTZ(3) NOT NULL,
  voting_starts_at TIMESTAMPTZ(3) NOT NULL,
  submissions_end_at TIMESTAMPTZ(3) NOT NULL,
  ends_at TIMESTAMPTZ(3) NOT NULL,
  closed_at TIMESTAMPTZ(3),
  subscription_fee BIGINT NOT NULL DEFAULT 100000,
  launch_fee BIGINT NOT NULL DEFAULT 5000,
  launch_slots INTEGER NOT NULL DEFAULT 0,
  prize_per_winner BIGINT NOT NULL DEFAULT 500000,
  winners INTEGER NOT NULL DEFAULT 5,
  close_problem TEXT NOT NULL DEFAULT '',
  CONSTRAINT challenge_dates_in_order
    CHECK (starts_at <= voting_starts_at AND voting_starts_at < ends_at AND submissions_end_at <= ends_at)
);
CREATE UNIQUE INDEX challenge_month_key ON challenge (month);
CREATE INDEX challenge_phase_idx ON challenge (phase);

-- Musicians' songs, and which dancer was given which.
CREATE TABLE track (
  id UUID PRIMARY KEY DEFAULT uuidv7(),
  musician_id UUID NOT NULL REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  title TEXT NOT NULL,
  artist TEXT NOT NULL,
  genre TEXT NOT NULL DEFAULT '',
  description TEXT NOT NULL DEFAULT '',
  tags TEXT[] DEFAULT ARRAY[]::TEXT[],
  status track_status NOT NULL DEFAULT 'processing',
  object_key TEXT NOT NULL,
  file_size INTEGER NOT NULL,
  duration_seconds INTEGER,
  review_comments TEXT NOT NULL DEFAULT '',
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  reviewed_at TIMESTAMPTZ(3),
  reviewed_by UUID REFERENCES app_user ON DELETE SET NULL ON UPDATE CASCADE,
  retired_at TIMESTAMPTZ(3)
);
CREATE INDEX track_musician_id_idx ON track (musician_id);
CREATE INDEX track_reviewed_by_idx ON track (reviewed_by);
CREATE INDEX track_status_idx ON track (status);
CREATE INDEX track_words_idx ON track USING gin (title gin_trgm_ops, artist gin_trgm_ops);

CREATE TABLE track_assignment (
  id UUID PRIMARY KEY DEFAULT uuidv7(),
  challenge_id UUID NOT NULL REFERENCES challenge ON DELETE RESTRICT ON UPDATE CASCADE,
  dancer_id UUID NOT NULL REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  track_id UUID NOT NULL REFERENCES track ON DELETE RESTRICT ON UPDATE CASCADE,
  status assignment_status NOT NULL DEFAULT 'active',
  seed TEXT NOT NULL,
  assigned_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX track_assignment_challenge_id_dancer_id_track_id_key ON track_assignment (challenge_id, dancer_id, track_id);
CREATE INDEX track_assignment_dancer_id_idx ON track_assignment (dancer_id);
CREATE INDEX track_assignment_track_id_idx ON track_assignment (track_id);

-- Entries and official videos. Counts change in place: a part of each page stays free.
CREATE TABLE video (
  id UUID PRIMARY KEY DEFAULT uuidv7(),
  kind video_kind NOT NULL DEFAULT 'entry',
  title TEXT NOT NULL DEFAULT '',
  description TEXT NOT NULL DEFAULT '',
  dancer_id UUID NOT NULL REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  track_id UUID NOT NULL REFERENCES track ON DELETE RESTRICT ON UPDATE CASCADE,
  challenge_id UUID NOT NULL REFERENCES challenge ON DELETE RESTRICT ON UPDATE CASCADE,
  assignment_id UUID REFERENCES track_assignment ON DELETE RESTRICT ON UPDATE CASCADE,
  youtube_url TEXT,
  youtube_video_id TEXT,
  video_file_url TEXT,
  thumbnail_url TEXT,
  duration_seconds INTEGER,
  metadata video_metadata NOT NULL DEFAULT 'pending',
  status video_status NOT NULL DEFAULT 'pending_review',
  vote_code TEXT NOT NULL,
  vote_count INTEGER NOT NULL DEFAULT 0,
  votes_reached_at TIMESTAMPTZ(3),
  view_count INTEGER NOT NULL DEFAULT 0,
  comment_count INTEGER NOT NULL DEFAULT 0,
  upload_date TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  approved_date TIMESTAMPTZ(3),
  reviewed_by UUID REFERENCES app_user ON DELETE SET NULL ON UPDATE CASCADE,
  reviewed_at TIMESTAMPTZ(3),
  rejection_reason TEXT NOT NULL DEFAULT '',
  withdrawn_at TIMESTAMPTZ(3),
  withdrawn_because TEXT,
  CONSTRAINT video_counts_not_negative CHECK (vote_count >= 0 AND view_count >= 0 AND comment_count >= 0),
  CONSTRAINT video_has_a_source CHECK (youtube_url IS NOT NULL OR video_file_url IS NOT NULL),
  CONSTRAINT video_withdrawn_is_whole CHECK (
    num_nulls(withdrawn_at, withdrawn_because) <> 1
    AND (withdrawn_at IS NULL OR (status = 'rejected' AND withdrawn_because IN ('video_withdrawn', 'dancer_inactive')))
  )
) WITH (fillfactor=70);
CREATE INDEX video_assignment_id_idx ON video (assignment_id);
CREATE INDEX video_challenge_id_status_idx ON video (challenge_id, status);
CREATE INDEX video_dancer_id_idx ON video (dancer_id);
CREATE INDEX video_reviewed_by_idx ON video (reviewed_by);
CREATE INDEX video_status_upload_date_idx ON video (status, upload_date);
CREATE INDEX video_track_id_idx ON video (track_id);
CREATE UNIQUE INDEX video_vote_code_key ON video (vote_code);
CREATE INDEX video_title_words_idx ON video USING gin (title gin_trgm_ops);
-- The decided videos of the officers' desk, newest decision first. Votes change none of these columns, so a count changes in place.
CREATE INDEX video_decided ON video (reviewed_at DESC NULLS LAST, id DESC) WHERE status <> 'pending_review';
-- One live video for each assignment. A rejected one may be replaced.
CREATE UNIQUE INDEX video_live_assignment_key ON video (assignment_id)
  WHERE status <> 'rejected' AND assignment_id IS NOT NULL;
-- The same YouTube video enters a month once.
CREATE UNIQUE INDEX video_youtube_once_per_challenge ON video (challenge_id, youtube_video_id)
  WHERE youtube_video_id IS NOT NULL AND status <> 'rejected';

CREATE TABLE video_view (
  video_id UUID NOT NULL REFERENCES video ON DELETE CASCADE ON UPDATE CASCADE,
  day DATE NOT NULL,
  session_id TEXT NOT NULL,
  PRIMARY KEY (video_id, day, session_id)
);
-- Views are deleted by their day (docs/retention.md).
CREATE INDEX video_view_day_idx ON video_view (day);

-- How many videos there are, kept by a trigger on video (docs/decisions/0003).
CREATE TABLE video_count (
  challenge_id UUID NOT NULL,
  kind video_kind NOT NULL,
  status video_status NOT NULL,
  videos INTEGER NOT NULL,
  PRIMARY KEY (challenge_id, kind, status)
);

CREATE TABLE challenge_result (
  challenge_id UUID NOT NULL REFERENCES challenge ON DELETE RESTRICT ON UPDATE CASCADE,
  rank INTEGER NOT NULL,
  dancer_id UUID NOT NULL REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  video_id UUID NOT NULL REFERENCES video ON DELETE RESTRICT ON UPDATE CASCADE,
  vote_count INTEGER NOT NULL,
  prize BIGINT NOT NULL,
  tax BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (challenge_id, rank),
  CONSTRAINT challenge_result_tax CHECK (tax BETWEEN 0 AND prize)
);
CREATE INDEX challenge_result_dancer_id_idx ON challenge_result (dancer_id);
CREATE INDEX challenge_result_video_id_idx ON challenge_result (video_id);
-- Who won a prize, in all places of all months.
CREATE INDEX challenge_result_prized ON challenge_result (challenge_id, rank) WHERE prize > 0;

-- ========== Payments ============================================================================================

CREATE TYPE payment_purpose AS ENUM ('gift', 'subscription', 'topup');
CREATE TYPE payment_channel AS ENUM ('prompt', 'paybill');
CREATE TYPE payment_state AS ENUM (
  'created', 'submitting', 'awaiting', 'submit_unknown', 'rejected', 'verifying', 'credited', 'declined',
  'unresolved', 'review', 'refund_pending', 'refunded'
);
CREATE TYPE receipt_status AS ENUM ('credited', 'unmatched', 'claimed', 'refund_pending', 'refunded', 'written_off');
CREATE TYPE subscription_status AS ENUM ('pending', 'paid', 'failed');

-- What somebody asked to pay, with its state.
CREATE TABLE payment_intent (
  id UUID PRIMARY KEY,
  purpose payment_purpose NOT NULL,
  channel payment_channel NOT NULL DEFAULT 'prompt',
  state payment_state NOT NULL DEFAULT 'created',
  amount BIGINT NOT NULL,
  phone TEXT NOT NULL,
  account_reference TEXT NOT NULL,
  checkout_request_id TEXT,
  merchant_request_id TEXT,
  hinted_checkout_request_id TEXT,
  result_code TEXT,
  review_reason TEXT,
  hold_reason TEXT,
  asker TEXT NOT NULL DEFAULT '',
  network TEXT NOT NULL DEFAULT '',
  queries INTEGER NOT NULL DEFAULT 0,
  last_query_code TEXT,
  next_check_at TIMESTAMPTZ(3),
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  submitted_at TIMESTAMPTZ(3),
  paid_at TIMESTAMPTZ(3),
  settled_at TIMESTAMPTZ(3),
  confirmed_at TIMESTAMPTZ(3),
  receipt_missing_since TIMESTAMPTZ(3),
  trace_context TEXT,
  CONSTRAINT payment_intent_amount_positive CHECK (amount > 0 AND amount % 100 = 0),
  CONSTRAINT payment_intent_receipt_missing_of_credited CHECK (receipt_missing_since IS NULL OR state = 'credited'),
  CONSTRAINT payment_intent_reference_length CHECK (char_length(account_reference) BETWEEN 1 AND 12)
) WITH (fillfactor=70);
CREATE UNIQUE INDEX payment_intent_account_reference_key ON payment_intent (account_reference);
-- The list of all payments, newest first (lib/domain/overview/payments.ts), and of those that are no gifts.
CREATE INDEX payment_intent_created_at_id_idx ON payment_intent (created_at, id);
CREATE INDEX payment_intent_of_members_by_time ON payment_intent (purpose, created_at, id) WHERE purpose <> 'gift';
CREATE INDEX payment_intent_ended_otherwise ON payment_intent (state, created_at) WHERE state IN ('rejected', 'refunded');
-- The desk's search for a phone. Gifts have an index of their own by it.
CREATE INDEX payment_intent_of_member_phone ON payment_intent (phone) WHERE purpose <> 'gift';
CREATE INDEX payment_intent_due ON payment_intent (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX payment_intent_receipt_missing ON payment_intent (receipt_missing_since)
  WHERE receipt_missing_since IS NOT NULL;
CREATE INDEX payment_intent_unsettled ON payment_intent (state, created_at)
  WHERE state NOT IN ('credited', 'declined', 'rejected', 'refunded');
-- Who was asked to pay from a network in the last day (docs/decisions/0006). By their day payments lie together, at the end: by network
-- alone each lay on another page of an index of all years, and each of these pages was written whole to the log.
CREATE INDEX payment_intent_of_network_on_day
  ON payment_intent (((created_at AT TIME ZONE 'UTC')::date), network, state) WHERE network <> '';
-- Payments are the queue of prompts (docs/decisions/0002): those that wait, in the order in which they are sent.
CREATE INDEX payment_intent_prompts_due ON payment_intent (coalesce(submitted_at, created_at))
  WHERE state = 'created' AND channel = 'prompt';
-- A CheckoutRequestID belongs to one payment (docs/decisions/0004).
CREATE UNIQUE INDEX payment_intent_checkout_key ON payment_intent (checkout_request_id)
  WHERE checkout_request_id IS NOT NULL;
-- How the last prompts to a phone ended, newest first (docs/decisions/0006). A payment gets one entry, when it ends.
CREATE INDEX payment_intent_ended_prompts ON payment_intent (phone, coalesce(settled_at, submitted_at, created_at) DESC)
  WHERE channel = 'prompt'
    AND state IN ('declined', 'verifying', 'unresolved', 'credited', 'review', 'refund_pending', 'refunded');
-- One open prompt for each phone. While a payment is verifying its prompt is gone, and another may be sent.
CREATE UNIQUE INDEX payment_intent_open_prompt_key ON payment_intent (phone)
  WHERE channel = 'prompt' AND state IN ('created', 'submitting', 'awaiting', 'submit_unknown');
-- The new phones of the last hour, by who asked and by network (docs/decisions/0006).
CREATE INDEX payment_intent_unpaid_of_asker ON payment_intent (asker, created_at)
  WHERE asker <> '' AND state IN ('created', 'submitting', 'awaiting', 'submit_unknown', 'verifying', 'unresolved', 'declined');

-- What a payment buys: votes, a place in a month, or money on a wallet. Written once.
CREATE TABLE gift (
  intent_id UUID PRIMARY KEY REFERENCES payment_intent ON DELETE RESTRICT ON UPDATE CASCADE,
  video_id UUID NOT NULL REFERENCES video ON DELETE RESTRICT ON UPDATE CASCADE,
  challenge_id UUID NOT NULL REFERENCES challenge ON DELETE RESTRICT ON UPDATE CASCADE,
  dancer_account_id BIGINT NOT NULL,
  musician_account_id BIGINT NOT NULL,
  vote_count INTEGER NOT NULL,
  phone TEXT NOT NULL,
  session_id TEXT NOT NULL,
  device_fingerprint TEXT NOT NULL,
  network TEXT NOT NULL DEFAULT '',
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT gift_vote_count_positive CHECK (vote_count BETWEEN 1 AND 5000)
);
CREATE INDEX gift_challenge_id_idx ON gift (challenge_id);
CREATE INDEX gift_phone_created_at_idx ON gift (phone, created_at);
CREATE INDEX gift_video_id_idx ON gift (video_id);
-- The votes of a phone for a video on a day (docs/decisions/0005). Payments whose phone M-Pesa masks are few.
CREATE INDEX gift_by_masked_phone ON gift (video_id, created_at) WHERE phone = '';

CREATE TABLE subscription (
  id UUID PRIMARY KEY DEFAULT uuidv7(),
  challenge_id UUID NOT NULL REFERENCES challenge ON DELETE RESTRICT ON UPDATE CASCADE,
  dancer_id UUID NOT NULL REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  status subscription_status NOT NULL DEFAULT 'pending',
  amount BIGINT NOT NULL,
  is_launch BOOLEAN NOT NULL DEFAULT false,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  paid_at TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX subscription_challenge_id_dancer_id_key ON subscription (challenge_id, dancer_id);
CREATE INDEX subscription_dancer_id_idx ON subscription (dancer_id);
-- The launch fee is paid by a hundred, and asked about by everybody who joins.
CREATE INDEX subscription_launch ON subscription (dancer_id) WHERE is_launch;

CREATE TABLE subscription_payment (
  intent_id UUID PRIMARY KEY REFERENCES payment_intent ON DELETE RESTRICT ON UPDATE CASCADE,
  subscription_id UUID NOT NULL REFERENCES subscription ON DELETE RESTRICT ON UPDATE CASCADE,
  is_launch BOOLEAN NOT NULL DEFAULT false,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX subscription_payment_subscription_id_idx ON subscription_payment (subscription_id);
CREATE INDEX subscription_payment_launch ON subscription_payment (created_at) WHERE is_launch;

CREATE TABLE topup (
  intent_id UUID PRIMARY KEY REFERENCES payment_intent ON DELETE RESTRICT ON UPDATE CASCADE,
  owner_id UUID NOT NULL REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  account_id BIGINT NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX topup_owner_id_created_at_idx ON topup (owner_id, created_at);

-- Each M-Pesa receipt once, so that none is credited twice.
CREATE TABLE mpesa_receipt (
  receipt TEXT PRIMARY KEY,
  status receipt_status NOT NULL,
  intent_id UUID,
  amount BIGINT NOT NULL,
  source TEXT NOT NULL,
  account_reference TEXT,
  phone TEXT,
  reason TEXT,
  paid_at TIMESTAMPTZ(3) NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  listed_on DATE,
  listed_amount BIGINT,
  CONSTRAINT mpesa_receipt_amount_positive CHECK (amount > 0),
  CONSTRAINT mpesa_receipt_is_a_receipt CHECK (receipt ~ '^[A-Z0-9]{10}$'),
  CONSTRAINT mpesa_receipt_listed_whole CHECK (num_nulls(listed_on, listed_amount) IN (0, 2))
);
CREATE INDEX mpesa_receipt_intent_id_idx ON mpesa_receipt (intent_id);
CREATE INDEX mpesa_receipt_listed ON mpesa_receipt (listed_on) WHERE listed_on IS NOT NULL;
CREATE INDEX mpesa_receipt_unmatched ON mpesa_receipt (created_at) WHERE status = 'unmatched';
-- What a phone has paid by Paybill, for the limit of votes.
CREATE INDEX mpesa_receipt_by_payer ON mpesa_receipt (phone, created_at) WHERE source IN ('paybill', 'statement');
CREATE INDEX mpesa_receipt_of_prompted_phone ON mpesa_receipt (phone) WHERE source NOT IN ('paybill', 'statement');

-- Payments that M-Pesa has given back, as its statement lists them.
CREATE TABLE mpesa_reversal (
  receipt TEXT PRIMARY KEY,
  payment TEXT REFERENCES mpesa_receipt ON DELETE RESTRICT ON UPDATE CASCADE,
  amount BIGINT NOT NULL,
  names TEXT[],
  account_reference TEXT NOT NULL,
  phone TEXT NOT NULL,
  line TEXT NOT NULL,
  reversed_at TIMESTAMPTZ(3) NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  closed_at TIMESTAMPTZ(3),
  unlinked_from TEXT,
  CONSTRAINT mpesa_reversal_amount_positive CHECK (amount > 0)
);
CREATE INDEX mpesa_reversal_payment_idx ON mpesa_reversal (payment);
CREATE INDEX mpesa_reversal_open ON mpesa_reversal (created_at) WHERE closed_at IS NULL;

-- Whole days of M-Pesa's statement.
CREATE TABLE statement_day (
  day DATE PRIMARY KEY,
  lines INTEGER NOT NULL CHECK (lines >= 0),
  amount BIGINT NOT NULL CHECK (amount >= 0),
  read_at TIMESTAMPTZ(3) NOT NULL
);

-- Until when the rate at which M-Pesa takes prompts is used up. All workers that send prompts lock its one row.
CREATE TABLE prompt_throttle (
  id BOOLEAN PRIMARY KEY DEFAULT true CONSTRAINT prompt_throttle_is_one CHECK (id),
  spent_until TIMESTAMPTZ(3) NOT NULL
);

-- ========== Payouts, refunds, and what two people decide ========================================================

CREATE TYPE payout_state AS ENUM (
  'requested', 'approved', 'submitting', 'accepted', 'unknown', 'paid', 'failed', 'cancelled'
);
CREATE TYPE payout_alert_kind AS ENUM (
  'no_float', 'initiator_refused', 'unresolved', 'contradiction', 'stuck', 'all_stuck'
);
CREATE TYPE refund_method AS ENUM ('reversal', 'b2c');
CREATE TYPE refund_state AS ENUM ('requested', 'submitting', 'accepted', 'unknown', 'done', 'failed');
CREATE TYPE resolution_action AS ENUM ('credit', 'refund', 'close', 'found_paid', 'found_unpaid', 'unlink');
CREATE TYPE resolution_state AS ENUM ('open', 'confirmed', 'rejected');
CREATE TYPE fund_transfer_state AS ENUM ('waiting', 'completed', 'rejected');

-- Withdrawals.
CREATE TABLE payout (
  id UUID PRIMARY KEY,
  reference TEXT NOT NULL,
  owner_id UUID NOT NULL REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  account_id BIGINT NOT NULL,
  amount BIGINT NOT NULL,
  phone TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  state payout_state NOT NULL DEFAULT 'requested',
  is_held BOOLEAN NOT NULL DEFAULT false,
  approve_after TIMESTAMPTZ(3) NOT NULL,
  refusals INTEGER NOT NULL DEFAULT 0,
  tries INTEGER NOT NULL DEFAULT 0,
  tried_since TIMESTAMPTZ(3),
  attempt_id UUID,
  conversation_id TEXT,
  result_code TEXT,
  receipt TEXT,
  next_check_at TIMESTAMPTZ(3),
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  approved_at TIMESTAMPTZ(3),
  submitted_at TIMESTAMPTZ(3),
  paid_at TIMESTAMPTZ(3),
  closed_at TIMESTAMPTZ(3),
  trace_context TEXT,
  CONSTRAINT payout_amount_in_bounds CHECK (amount BETWEEN 1000 AND 25000000 AND amount % 100 = 0),
  CONSTRAINT payout_ended_holds_nothing CHECK (NOT is_held OR state NOT IN ('paid', 'cancelled')),
  CONSTRAINT payout_paid_has_its_time CHECK (state <> 'paid' OR paid_at IS NOT NULL),
  CONSTRAINT payout_tries_since CHECK ((tries = 0) = (tried_since IS NULL))
);
CREATE INDEX payout_due ON payout (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX payout_owner_id_created_at_idx ON payout (owner_id, created_at);
-- The withdrawal that was asked for last: an id is made of an Idempotency-Key and does not say it.
CREATE INDEX payout_created_at_idx ON payout (created_at);
CREATE INDEX payout_phone_idx ON payout (phone);
-- Withdrawals that have not ended, which the desk and the health page look through.
-- What is rare is not looked for among all that is paid.
CREATE INDEX payout_cancelled ON payout (created_at) WHERE state = 'cancelled';
CREATE INDEX payout_open ON payout (created_at) WHERE state NOT IN ('paid', 'cancelled');
CREATE INDEX payout_held ON payout (amount) WHERE is_held;
CREATE UNIQUE INDEX payout_receipt_key ON payout (receipt);
CREATE UNIQUE INDEX payout_reference_key ON payout (reference);
CREATE INDEX payout_waiting ON payout (state, approve_after) WHERE state IN ('requested', 'approved', 'submitting');

CREATE TABLE payout_approval (
  payout_id UUID NOT NULL REFERENCES payout ON DELETE RESTRICT ON UPDATE CASCADE,
  officer_id UUID NOT NULL REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (payout_id, officer_id)
);
CREATE INDEX payout_approval_officer_id_idx ON payout_approval (officer_id);

CREATE TABLE payout_alert (
  id BIGSERIAL PRIMARY KEY,
  kind payout_alert_kind NOT NULL,
  payout_id UUID REFERENCES payout ON DELETE RESTRICT ON UPDATE CASCADE,
  detail TEXT NOT NULL DEFAULT '',
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  resolved_at TIMESTAMPTZ(3),
  resolved_by UUID REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX payout_alert_payout_id_idx ON payout_alert (payout_id);
CREATE INDEX payout_alert_resolved_by_idx ON payout_alert (resolved_by);
-- An alert about the whole queue is raised once, however many payouts met the same cause.
CREATE UNIQUE INDEX payout_alert_open_queue_key ON payout_alert (kind)
  WHERE resolved_at IS NULL AND kind IN ('no_float', 'initiator_refused', 'all_stuck');

-- Payments on their way back to the payer.
CREATE TABLE refund (
  id UUID PRIMARY KEY,
  reference TEXT NOT NULL,
  receipt TEXT NOT NULL REFERENCES mpesa_receipt ON DELETE RESTRICT ON UPDATE CASCADE,
  intent_id UUID REFERENCES payment_intent ON DELETE RESTRICT ON UPDATE CASCADE,
  amount BIGINT NOT NULL,
  method refund_method NOT NULL,
  phone TEXT NOT NULL DEFAULT '',
  state refund_state NOT NULL DEFAULT 'requested',
  tries INTEGER NOT NULL DEFAULT 0,
  tried_since TIMESTAMPTZ(3),
  attempt_id UUID,
  conversation_id TEXT,
  result_code TEXT,
  proof TEXT,
  problem TEXT NOT NULL DEFAULT '',
  next_check_at TIMESTAMPTZ(3),
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  submitted_at TIMESTAMPTZ(3),
  closed_at TIMESTAMPTZ(3),
  CONSTRAINT refund_amount_positive CHECK (amount > 0),
  CONSTRAINT refund_done_has_its_time CHECK (state <> 'done' OR closed_at IS NOT NULL),
  CONSTRAINT refund_tries_since CHECK ((tries = 0) = (tried_since IS NULL))
);
CREATE INDEX refund_due ON refund (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX refund_created_at_idx ON refund (created_at);
CREATE INDEX refund_phone_idx ON refund (phone);
CREATE INDEX refund_intent_id_idx ON refund (intent_id);
CREATE UNIQUE INDEX refund_proof_key ON refund (proof);
CREATE INDEX refund_receipt_idx ON refund (receipt);
CREATE UNIQUE INDEX refund_reference_key ON refund (reference);
-- What is rare is not looked for among all that is paid.
CREATE INDEX refund_open ON refund (created_at) WHERE state <> 'done';
CREATE INDEX refund_waiting ON refund (created_at) WHERE state IN ('requested', 'submitting');
-- A payment goes back once. A second try is a row of its own, made after the first has certainly failed.
CREATE UNIQUE INDEX refund_live_key ON refund (receipt) WHERE state <> 'failed';

-- What one super admin proposes about a payment and another decides.
CREATE TABLE resolution (
  id UUID PRIMARY KEY,
  subject_type TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  action resolution_action NOT NULL,
  details JSONB NOT NULL DEFAULT '{}',
  note TEXT NOT NULL,
  state resolution_state NOT NULL DEFAULT 'open',
  proposed_by UUID NOT NULL REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  proposed_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  decided_by UUID REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  decided_at TIMESTAMPTZ(3),
  decision_note TEXT NOT NULL DEFAULT '',
  CONSTRAINT resolution_decided CHECK (
    (state = 'open') = (decided_by IS NULL) AND (state = 'open') = (decided_at IS NULL)
  ),
  CONSTRAINT resolution_subject CHECK (
    subject_type IN ('payment', 'receipt', 'payout', 'difference', 'reversal', 'alert')
  ),
  CONSTRAINT resolution_takes_two CHECK (state <> 'confirmed' OR decided_by <> proposed_by)
);
CREATE INDEX resolution_decided_by_idx ON resolution (decided_by);
CREATE INDEX resolution_proposed_by_idx ON resolution (proposed_by);
CREATE INDEX resolution_subject_type_subject_id_idx ON resolution (subject_type, subject_id);
-- One proposal about a thing at a time.
CREATE UNIQUE INDEX resolution_open_key ON resolution (subject_type, subject_id) WHERE state = 'open';

-- Money that super admins move between the product's own wallets.
CREATE TABLE fund_transfer (
  id UUID PRIMARY KEY,
  reference TEXT NOT NULL,
  source TEXT NOT NULL,
  destination TEXT NOT NULL,
  amount BIGINT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  state fund_transfer_state NOT NULL DEFAULT 'waiting',
  requested_by UUID NOT NULL REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  requested_at TIMESTAMPTZ(3) NOT NULL,
  needs_second BOOLEAN NOT NULL,
  decided_by UUID REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  decided_at TIMESTAMPTZ(3),
  source_after BIGINT,
  destination_after BIGINT,
  CONSTRAINT fund_transfer_is_decided
    CHECK ((state = 'waiting') = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL)),
  CONSTRAINT fund_transfer_moves_something CHECK (amount > 0 AND source <> destination),
  CONSTRAINT fund_transfer_says_what_is_left
    CHECK (state <> 'completed' OR (source_after IS NOT NULL AND destination_after IS NOT NULL)),
  CONSTRAINT fund_transfer_two_people CHECK (state <> 'completed' OR NOT needs_second OR decided_by <> requested_by)
);
CREATE INDEX fund_transfer_decided_by_idx ON fund_transfer (decided_by);
CREATE UNIQUE INDEX fund_transfer_reference_key ON fund_transfer (reference);
CREATE INDEX fund_transfer_requested_by_idx ON fund_transfer (requested_by);
CREATE INDEX fund_transfer_state_requested_at_idx ON fund_transfer (state, requested_at);
-- What a person moved alone in 24 hours (docs/decisions/0011).
CREATE INDEX fund_transfer_moved_alone ON fund_transfer (requested_by, requested_at) WHERE NOT needs_second;

-- ========== M-Pesa ==============================================================================================

-- Every call to Daraja. The row is committed before the call is sent.
CREATE TABLE daraja_request (
  id UUID PRIMARY KEY,
  intent_id UUID REFERENCES payment_intent ON DELETE RESTRICT ON UPDATE CASCADE,
  payout_id UUID REFERENCES payout ON DELETE RESTRICT ON UPDATE CASCADE,
  refund_id UUID REFERENCES refund ON DELETE RESTRICT ON UPDATE CASCADE,
  operation TEXT NOT NULL,
  request JSONB NOT NULL,
  http_status INTEGER,
  response JSONB,
  outcome TEXT,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  responded_at TIMESTAMPTZ(3)
-- Its answer makes a row longer by half: so it finds room on the row's own page.
) WITH (fillfactor=60);
CREATE INDEX daraja_request_intent_id_idx ON daraja_request (intent_id);
-- Nearly all requests are prompts.
CREATE INDEX daraja_request_payout_id_idx ON daraja_request (payout_id) WHERE payout_id IS NOT NULL;
CREATE INDEX daraja_request_refund_id_idx ON daraja_request (refund_id) WHERE refund_id IS NOT NULL;

-- Everything that M-Pesa said. Rows without processed_at wait for settlement, so the table is the queue.
CREATE TABLE callback_inbox (
  id BIGSERIAL PRIMARY KEY,
  kind TEXT NOT NULL,
  intent_id UUID,
  source_address TEXT NOT NULL,
  body TEXT NOT NULL,
  received_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  processed_at TIMESTAMPTZ(3),
  outcome TEXT
) WITH (fillfactor=80);
CREATE INDEX callback_inbox_waiting ON callback_inbox (id) WHERE processed_at IS NULL;
-- Callbacks that settlement set aside until they are retried, by payment; the outcome says why.
CREATE INDEX callback_inbox_set_aside ON callback_inbox (intent_id) WHERE processed_at IS NULL AND outcome IS NOT NULL;
-- What M-Pesa said of a payment. Announcements and lines of the statement carry no token: a payment finds them by their time.
CREATE INDEX callback_inbox_of_intent ON callback_inbox (intent_id) WHERE intent_id IS NOT NULL;
CREATE INDEX callback_inbox_without_intent ON callback_inbox (received_at) WHERE intent_id IS NULL;
-- For the health page.
CREATE INDEX callback_inbox_unreadable ON callback_inbox (received_at) WHERE outcome LIKE 'unreadable:%';

-- M-Pesa's balances beside the ledger's.
CREATE TABLE balance_check (
  id BIGSERIAL PRIMARY KEY,
  request_id UUID NOT NULL,
  at TIMESTAMPTZ(3) NOT NULL,
  working BIGINT NOT NULL,
  utility BIGINT NOT NULL,
  uncleared BIGINT NOT NULL,
  booked_working BIGINT NOT NULL,
  booked_utility BIGINT NOT NULL
);
CREATE INDEX balance_check_at_idx ON balance_check (at);
CREATE UNIQUE INDEX balance_check_request_id_key ON balance_check (request_id);

CREATE TABLE balance_difference (
  id BIGSERIAL PRIMARY KEY,
  account TEXT NOT NULL,
  amount BIGINT NOT NULL,
  checks INTEGER NOT NULL DEFAULT 1,
  first_seen_at TIMESTAMPTZ(3) NOT NULL,
  last_seen_at TIMESTAMPTZ(3) NOT NULL,
  alerted_at TIMESTAMPTZ(3),
  closed_at TIMESTAMPTZ(3),
  closed_by TEXT,
  CONSTRAINT balance_difference_account CHECK (account IN ('working', 'utility')),
  CONSTRAINT balance_difference_closed CHECK ((closed_at IS NULL) = (closed_by IS NULL))
);
CREATE UNIQUE INDEX balance_difference_open_key ON balance_difference (account) WHERE closed_at IS NULL;

-- ========== Cash ================================================================================================

CREATE TYPE cash_kind AS ENUM (
  'to_bank', 'float_in', 'mpesa_move', 'mpesa_charge', 'bank_charge', 'owner_in', 'owner_out', 'opening', 'tax_payment'
);
CREATE TYPE cash_state AS ENUM ('waiting', 'confirmed', 'rejected');

-- Money that moves outside of the product (docs/decisions/0043).
CREATE TABLE cash_journal (
  id UUID PRIMARY KEY,
  reference TEXT NOT NULL,
  kind cash_kind NOT NULL,
  place TEXT,
  amount BIGINT NOT NULL,
  working BIGINT NOT NULL DEFAULT 0,
  utility BIGINT NOT NULL DEFAULT 0,
  bank BIGINT NOT NULL DEFAULT 0,
  evidence TEXT NOT NULL DEFAULT '',
  receipt TEXT,
  note TEXT NOT NULL DEFAULT '',
  happened_at TIMESTAMPTZ(3) NOT NULL,
  state cash_state NOT NULL DEFAULT 'waiting',
  reverses UUID REFERENCES cash_journal ON DELETE RESTRICT ON UPDATE CASCADE,
  reversed_at TIMESTAMPTZ(3),
  proposed_by UUID REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  proposed_at TIMESTAMPTZ(3) NOT NULL,
  decided_by UUID REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  decided_at TIMESTAMPTZ(3),
  CONSTRAINT cash_journal_amount CHECK (amount >= 0 AND (amount > 0 OR kind = 'opening')),
  CONSTRAINT cash_journal_place
    CHECK ((place IS NULL) = (kind = 'opening') AND coalesce(place IN ('working', 'utility', 'bank'), true)),
  CONSTRAINT cash_journal_decided CHECK ((state = 'waiting') = (decided_at IS NULL)),
  CONSTRAINT cash_journal_moves CHECK (working <> 0 OR utility <> 0 OR bank <> 0)
);
CREATE UNIQUE INDEX cash_journal_reference_key ON cash_journal (reference);
CREATE INDEX cash_journal_state_happened_at_idx ON cash_journal (state, happened_at);
CREATE INDEX cash_journal_happened_at_idx ON cash_journal (happened_at);
CREATE INDEX cash_journal_proposed_by_idx ON cash_journal (proposed_by);
CREATE INDEX cash_journal_decided_by_idx ON cash_journal (decided_by);
-- A charge that people have entered is not booked again when the statement lists it. A receipt can be of a transfer and of its
-- charge. A reversed journal frees its evidence, so that the right one can name the same.
CREATE UNIQUE INDEX cash_journal_evidence_key ON cash_journal (kind, upper(evidence))
  WHERE evidence <> '' AND state <> 'rejected' AND reverses IS NULL AND reversed_at IS NULL;
CREATE UNIQUE INDEX cash_journal_reverses_key ON cash_journal (reverses) WHERE state <> 'rejected';
CREATE UNIQUE INDEX cash_journal_opening_key ON cash_journal (kind) WHERE kind = 'opening' AND reverses IS NULL;

-- The cash position of each day.
CREATE TABLE cash_day (
  day DATE PRIMARY KEY,
  noted_at TIMESTAMPTZ(3) NOT NULL,
  working BIGINT,
  utility BIGINT,
  uncleared BIGINT,
  read_at TIMESTAMPTZ(3),
  booked_working BIGINT NOT NULL,
  booked_utility BIGINT NOT NULL,
  bank BIGINT NOT NULL,
  wallets BIGINT NOT NULL,
  held BIGINT NOT NULL,
  suspense BIGINT NOT NULL,
  prize_pool BIGINT NOT NULL,
  royalty_pool BIGINT NOT NULL,
  other BIGINT NOT NULL,
  free BIGINT NOT NULL
);

-- ========== Tally, royalties, month reports =====================================================================

-- A month's public list of counted gifts (docs/decisions/0013).
CREATE TABLE tally_list (
  challenge_id UUID PRIMARY KEY REFERENCES challenge ON DELETE RESTRICT ON UPDATE CASCADE,
  salt TEXT NOT NULL DEFAULT replace((gen_random_uuid())::text, '-'::text, ''::text),
  opened_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT tally_list_salt_is_hex CHECK (salt ~ '^[0-9a-f]{32}$')
);

CREATE TABLE tally_row (
  challenge_id UUID NOT NULL REFERENCES tally_list ON DELETE RESTRICT ON UPDATE CASCADE,
  position INTEGER NOT NULL,
  intent_id UUID NOT NULL REFERENCES gift ON DELETE RESTRICT ON UPDATE CASCADE,
  turn INTEGER NOT NULL,
  paid_at TIMESTAMPTZ(3) NOT NULL,
  video_id UUID NOT NULL REFERENCES video ON DELETE RESTRICT ON UPDATE CASCADE,
  votes INTEGER NOT NULL,
  payment TEXT NOT NULL,
  key TEXT NOT NULL,
  hash TEXT NOT NULL,
  listed_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (challenge_id, position),
  CONSTRAINT tally_row_hashes_are_hex
    CHECK (payment ~ '^[0-9a-f]{64}$' AND key ~ '^[0-9a-f]{32}$' AND hash ~ '^[0-9a-f]{64}$'),
  CONSTRAINT tally_row_place CHECK (position > 0 AND turn >= 0 AND votes <> 0)
);
CREATE UNIQUE INDEX tally_row_intent_id_turn_key ON tally_row (intent_id, turn);
CREATE INDEX tally_row_video_id_idx ON tally_row (video_id);

-- The votes of each video in the list, kept by a trigger on tally_row. An invariant compares both.
CREATE TABLE tally_total (
  challenge_id UUID NOT NULL,
  video_id UUID NOT NULL,
  votes INTEGER NOT NULL,
  PRIMARY KEY (challenge_id, video_id)
);

CREATE TABLE tally_head (
  challenge_id UUID NOT NULL REFERENCES tally_list ON DELETE RESTRICT ON UPDATE CASCADE,
  published_at TIMESTAMPTZ(3) NOT NULL,
  position INTEGER NOT NULL,
  hash TEXT NOT NULL,
  votes INTEGER NOT NULL,
  PRIMARY KEY (challenge_id, published_at),
  CONSTRAINT tally_head_hash_is_hex CHECK (position >= 0 AND hash ~ '^[0-9a-f]{64}$')
);

-- What a musician earned in a month.
CREATE TABLE royalty_statement (
  id UUID PRIMARY KEY DEFAULT uuidv7(),
  challenge_id UUID NOT NULL REFERENCES challenge ON DELETE RESTRICT ON UPDATE CASCADE,
  musician_id UUID NOT NULL REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  pool BIGINT NOT NULL,
  videos INTEGER NOT NULL,
  all_videos INTEGER NOT NULL,
  royalty BIGINT NOT NULL,
  votes INTEGER NOT NULL,
  vote_earnings BIGINT NOT NULL,
  tax BIGINT NOT NULL DEFAULT 0,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT royalty_statement_tax CHECK (tax BETWEEN 0 AND royalty)
);
CREATE UNIQUE INDEX royalty_statement_challenge_id_musician_id_key ON royalty_statement (challenge_id, musician_id);
CREATE INDEX royalty_statement_created_at_idx ON royalty_statement (created_at);
CREATE INDEX royalty_statement_musician_id_idx ON royalty_statement (musician_id);

CREATE TABLE royalty_line (
  statement_id UUID NOT NULL REFERENCES royalty_statement ON DELETE CASCADE ON UPDATE CASCADE,
  track_id UUID NOT NULL REFERENCES track ON DELETE RESTRICT ON UPDATE CASCADE,
  videos INTEGER NOT NULL,
  royalty BIGINT NOT NULL,
  votes INTEGER NOT NULL,
  vote_earnings BIGINT NOT NULL,
  PRIMARY KEY (statement_id, track_id)
);
CREATE INDEX royalty_line_track_id_idx ON royalty_line (track_id);

-- The books of a closed month, and who gets them by mail (docs/decisions/0044).
CREATE TABLE month_report (
  challenge_id UUID PRIMARY KEY REFERENCES challenge ON DELETE RESTRICT ON UPDATE CASCADE,
  month DATE NOT NULL,
  closed_at TIMESTAMPTZ(3) NOT NULL,
  through_journal BIGINT NOT NULL,
  made_at TIMESTAMPTZ(3) NOT NULL
);
CREATE UNIQUE INDEX month_report_month_key ON month_report (month);

CREATE TABLE month_report_line (
  challenge_id UUID NOT NULL REFERENCES month_report ON DELETE RESTRICT ON UPDATE CASCADE,
  journal_type TEXT NOT NULL,
  account_kind TEXT NOT NULL,
  debit BIGINT NOT NULL,
  credit BIGINT NOT NULL,
  PRIMARY KEY (challenge_id, journal_type, account_kind),
  CONSTRAINT month_report_line_sides CHECK (debit >= 0 AND credit >= 0)
);

CREATE TABLE month_report_payout (
  journal_id BIGINT PRIMARY KEY,
  challenge_id UUID NOT NULL REFERENCES month_report ON DELETE RESTRICT ON UPDATE CASCADE,
  journal_type TEXT NOT NULL,
  reference TEXT NOT NULL,
  receipt TEXT NOT NULL,
  amount BIGINT NOT NULL,
  paid_at TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX month_report_payout_challenge_id_idx ON month_report_payout (challenge_id);

CREATE TABLE report_recipient (
  email TEXT PRIMARY KEY,
  locale TEXT NOT NULL DEFAULT 'en',
  added_by UUID NOT NULL REFERENCES app_user ON DELETE RESTRICT,
  added_at TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT report_recipient_email_lower_case CHECK (email = lower(email)),
  CONSTRAINT report_recipient_locale CHECK (locale IN ('en', 'sw'))
);
CREATE INDEX report_recipient_added_by_idx ON report_recipient (added_by);

-- ========== Fraud, disputes, comments ===========================================================================

CREATE TYPE fraud_signal_kind AS ENUM ('own_phone', 'device', 'network', 'phone', 'burst');
CREATE TYPE fraud_signal_status AS ENUM ('open', 'held', 'dismissed', 'escalated', 'released', 'refunded');
CREATE TYPE signal_action_kind AS ENUM ('hold', 'release', 'send_back');
CREATE TYPE signal_action_state AS ENUM ('proposed', 'running', 'done', 'rejected');
CREATE TYPE dispute_kind AS ENUM ('not_counted', 'not_me', 'wrong_dancer', 'wrong_amount', 'reversed');
CREATE TYPE dispute_state AS ENUM ('open', 'waiting', 'resolved', 'declined');
CREATE TYPE dispute_origin AS ENUM ('public', 'desk', 'reversal');
CREATE TYPE dispute_note_kind AS ENUM ('note', 'message');

-- Patterns of gifts that an officer should look at (docs/decisions/0014).
CREATE TABLE fraud_signal (
  id UUID PRIMARY KEY DEFAULT uuidv7(),
  kind fraud_signal_kind NOT NULL,
  status fraud_signal_status NOT NULL DEFAULT 'open',
  video_id UUID NOT NULL REFERENCES video ON DELETE RESTRICT ON UPDATE CASCADE,
  intent_id UUID REFERENCES gift ON DELETE RESTRICT ON UPDATE CASCADE,
  subject TEXT NOT NULL,
  day DATE NOT NULL,
  score INTEGER NOT NULL,
  reasons JSONB NOT NULL,
  gifts INTEGER NOT NULL,
  votes INTEGER NOT NULL,
  gift_ids UUID[],
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  decided_by UUID REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  decided_at TIMESTAMPTZ(3),
  note TEXT NOT NULL DEFAULT '',
  decided_with UUID REFERENCES fraud_signal ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT fraud_signal_counts_gifts CHECK (gifts > 0 AND votes > 0),
  CONSTRAINT fraud_signal_decision_is_signed
    CHECK (status NOT IN ('dismissed', 'escalated') OR (decided_by IS NOT NULL AND decided_at IS NOT NULL)),
  CONSTRAINT fraud_signal_held_is_of_one_gift CHECK (status <> 'held' OR intent_id IS NOT NULL),
  CONSTRAINT fraud_signal_score_in_bounds CHECK (score BETWEEN 0 AND 100)
);
CREATE INDEX fraud_signal_decided_by_idx ON fraud_signal (decided_by);
CREATE INDEX fraud_signal_decided_with_idx ON fraud_signal (decided_with);
CREATE INDEX fraud_signal_intent_id_idx ON fraud_signal (intent_id);
CREATE UNIQUE INDEX fraud_signal_kind_video_id_subject_day_key ON fraud_signal (kind, video_id, subject, day);
CREATE INDEX fraud_signal_status_score_idx ON fraud_signal (status, score);
CREATE INDEX fraud_signal_video_id_idx ON fraud_signal (video_id);
-- All signals, highest scores first.
CREATE INDEX fraud_signal_by_score ON fraud_signal (score DESC, updated_at DESC, id DESC);

-- What two people decide about a ring of bought votes (docs/decisions/0045).
CREATE TABLE signal_action (
  id UUID PRIMARY KEY,
  signal_id UUID NOT NULL REFERENCES fraud_signal ON DELETE RESTRICT ON UPDATE CASCADE,
  kind signal_action_kind NOT NULL,
  state signal_action_state NOT NULL DEFAULT 'proposed',
  amount BIGINT NOT NULL,
  note TEXT NOT NULL,
  proposed_by UUID NOT NULL REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  proposed_at TIMESTAMPTZ(3) NOT NULL,
  decided_by UUID REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  decided_at TIMESTAMPTZ(3),
  decision_note TEXT NOT NULL DEFAULT '',
  finished_at TIMESTAMPTZ(3),
  rank_before INTEGER,
  rank_after INTEGER,
  CONSTRAINT signal_action_decision_is_signed
    CHECK ((state = 'proposed') = (decided_by IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  CONSTRAINT signal_action_end_is_dated CHECK ((state = 'done') = (finished_at IS NOT NULL))
);
CREATE INDEX signal_action_signal_id_idx ON signal_action (signal_id);
CREATE INDEX signal_action_proposed_by_idx ON signal_action (proposed_by);
CREATE INDEX signal_action_decided_by_idx ON signal_action (decided_by);
-- One at a time for each signal.
CREATE UNIQUE INDEX signal_action_live_key ON signal_action (signal_id) WHERE state IN ('proposed', 'running');
CREATE INDEX signal_action_running ON signal_action (decided_at) WHERE state = 'running';

CREATE TABLE signal_action_gift (
  action_id UUID NOT NULL REFERENCES signal_action ON DELETE RESTRICT ON UPDATE CASCADE,
  intent_id UUID NOT NULL REFERENCES gift ON DELETE RESTRICT ON UPDATE CASCADE,
  done_at TIMESTAMPTZ(3),
  skipped TEXT NOT NULL DEFAULT '',
  borne BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (action_id, intent_id)
);
CREATE INDEX signal_action_gift_intent_id_idx ON signal_action_gift (intent_id);
CREATE INDEX signal_action_gift_due ON signal_action_gift (action_id, intent_id) WHERE done_at IS NULL;

-- Shares of doubted gifts that nobody can withdraw.
CREATE TABLE share_hold (
  intent_id UUID NOT NULL REFERENCES gift ON DELETE RESTRICT ON UPDATE CASCADE,
  account_id BIGINT NOT NULL,
  amount BIGINT NOT NULL,
  short BIGINT NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL,
  PRIMARY KEY (intent_id, account_id),
  CONSTRAINT share_hold_not_negative CHECK (amount >= 0 AND short >= 0)
);
CREATE INDEX share_hold_account_id_idx ON share_hold (account_id);

-- Something that is wrong with a payment, as a payer or M-Pesa says.
CREATE TABLE dispute (
  id UUID PRIMARY KEY,
  reference TEXT NOT NULL,
  kind dispute_kind NOT NULL,
  state dispute_state NOT NULL DEFAULT 'open',
  origin dispute_origin NOT NULL,
  receipt TEXT NOT NULL DEFAULT '',
  phone TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL DEFAULT '',
  locale TEXT NOT NULL DEFAULT 'en',
  said TEXT NOT NULL DEFAULT '',
  case_id TEXT,
  owner_id UUID REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  opened_by UUID REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  due_at TIMESTAMPTZ(3) NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL,
  closed_at TIMESTAMPTZ(3),
  CONSTRAINT dispute_end_is_dated CHECK ((state IN ('resolved', 'declined')) = (closed_at IS NOT NULL)),
  CONSTRAINT dispute_names_a_payment CHECK (receipt <> '' OR phone <> '' OR case_id IS NOT NULL)
);
CREATE UNIQUE INDEX dispute_reference_key ON dispute (reference);
CREATE INDEX dispute_created_at_id_idx ON dispute (created_at, id);
CREATE INDEX dispute_receipt_idx ON dispute (receipt);
CREATE INDEX dispute_phone_idx ON dispute (phone);
CREATE INDEX dispute_owner_id_idx ON dispute (owner_id);
CREATE INDEX dispute_opened_by_idx ON dispute (opened_by);
-- One open dispute for each receipt and phone, however often it is sent. A stranger who names a receipt does not keep its payer from
-- opening one.
CREATE UNIQUE INDEX dispute_open_key ON dispute (receipt, phone) WHERE receipt <> '' AND state IN ('open', 'waiting');
CREATE INDEX dispute_due ON dispute (due_at) WHERE state IN ('open', 'waiting');

CREATE TABLE dispute_note (
  id BIGSERIAL PRIMARY KEY,
  dispute_id UUID NOT NULL REFERENCES dispute ON DELETE RESTRICT ON UPDATE CASCADE,
  author_id UUID NOT NULL REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  kind dispute_note_kind NOT NULL,
  text TEXT NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX dispute_note_dispute_id_idx ON dispute_note (dispute_id);
CREATE INDEX dispute_note_author_id_idx ON dispute_note (author_id);

CREATE TABLE comment (
  id UUID PRIMARY KEY DEFAULT uuidv7(),
  video_id UUID NOT NULL REFERENCES video ON DELETE CASCADE ON UPDATE CASCADE,
  author_id UUID NOT NULL REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  text TEXT NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  deleted_at TIMESTAMPTZ(3),
  deleted_by UUID,
  removal_reason TEXT NOT NULL DEFAULT '',
  CONSTRAINT comment_text_length CHECK (char_length(text) BETWEEN 1 AND 500)
);
CREATE INDEX comment_author_id_idx ON comment (author_id);
CREATE INDEX comment_video_id_created_at_idx ON comment (video_id, created_at);
-- Which comments are gone, for the list of those that officers left standing.
CREATE INDEX comment_gone ON comment (id) WHERE deleted_at IS NOT NULL;

CREATE TABLE comment_report (
  comment_id UUID NOT NULL REFERENCES comment ON DELETE CASCADE ON UPDATE CASCADE,
  reporter_id UUID NOT NULL,
  reason TEXT NOT NULL DEFAULT '',
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  dismissed_at TIMESTAMPTZ(3),
  dismissed_by UUID,
  PRIMARY KEY (comment_id, reporter_id),
  CONSTRAINT comment_report_dismissal_is_signed CHECK ((dismissed_at IS NULL) = (dismissed_by IS NULL))
);
-- Officers ask for comments with open reports.
CREATE INDEX comment_report_reporter_id_idx ON comment_report (reporter_id);
CREATE INDEX comment_report_open ON comment_report (comment_id) WHERE dismissed_at IS NULL;

-- ========== Notifications =======================================================================================

CREATE TYPE notification_kind AS ENUM (
  'identity_decided', 'video_decided', 'track_decided', 'tracks_assigned', 'submission_closes', 'votes_yesterday',
  'rank_changed', 'month_result', 'payout_sent', 'payout_failed', 'royalties'
);
CREATE TYPE notification_channel AS ENUM ('mail', 'push');

CREATE TABLE notification (
  id UUID PRIMARY KEY DEFAULT uuidv7(),
  user_id UUID NOT NULL REFERENCES app_user ON DELETE CASCADE ON UPDATE CASCADE,
  kind notification_kind NOT NULL,
  occasion TEXT NOT NULL,
  template TEXT NOT NULL,
  data JSONB NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  read_at TIMESTAMPTZ(3),
  mail_due_at TIMESTAMPTZ(3),
  mail_sent_at TIMESTAMPTZ(3),
  push_due_at TIMESTAMPTZ(3),
  push_sent_at TIMESTAMPTZ(3)
);
CREATE INDEX notification_created_at_idx ON notification (created_at);
CREATE INDEX notification_user_id_created_at_idx ON notification (user_id, created_at);
CREATE UNIQUE INDEX notification_user_id_kind_occasion_key ON notification (user_id, kind, occasion);
-- What is due is a small part of what is stored, and so is what nobody has read.
CREATE INDEX notification_mail_due ON notification (mail_due_at) WHERE mail_due_at IS NOT NULL;
CREATE INDEX notification_push_due ON notification (push_due_at) WHERE push_due_at IS NOT NULL;
CREATE INDEX notification_unread ON notification (user_id) WHERE read_at IS NULL;

CREATE TABLE notification_choice (
  user_id UUID NOT NULL REFERENCES app_user ON DELETE CASCADE ON UPDATE CASCADE,
  kind notification_kind NOT NULL,
  channel notification_channel NOT NULL,
  is_on BOOLEAN NOT NULL,
  changed_at TIMESTAMPTZ(3) NOT NULL,
  PRIMARY KEY (user_id, kind, channel)
);

CREATE TABLE push_subscription (
  id UUID PRIMARY KEY DEFAULT uuidv7(),
  endpoint TEXT NOT NULL,
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  user_id UUID REFERENCES app_user ON DELETE CASCADE ON UPDATE CASCADE,
  session_id UUID REFERENCES session ON DELETE SET NULL ON UPDATE CASCADE,
  locale TEXT NOT NULL DEFAULT 'en',
  created_at TIMESTAMPTZ(3) NOT NULL
);
CREATE UNIQUE INDEX push_subscription_endpoint_key ON push_subscription (endpoint);
CREATE INDEX push_subscription_session_id_idx ON push_subscription (session_id);
CREATE INDEX push_subscription_user_id_idx ON push_subscription (user_id);

-- Voters who wait for a month's result.
CREATE TABLE result_follower (
  id UUID PRIMARY KEY DEFAULT uuidv7(),
  challenge_id UUID NOT NULL REFERENCES challenge ON DELETE CASCADE ON UPDATE CASCADE,
  email TEXT,
  push_subscription_id UUID REFERENCES push_subscription ON DELETE CASCADE ON UPDATE CASCADE,
  locale TEXT NOT NULL DEFAULT 'en',
  created_at TIMESTAMPTZ(3) NOT NULL,
  confirmed_at TIMESTAMPTZ(3),
  asked_at TIMESTAMPTZ(3)[] DEFAULT ARRAY[]::TIMESTAMPTZ(3)[],
  tried_until TIMESTAMPTZ(3),
  -- A voter is told by one of the two. An address has to be confirmed, a device has not.
  CONSTRAINT result_follower_is_told_somehow
    CHECK (num_nonnulls(email, push_subscription_id) = 1 AND (email IS NOT NULL OR confirmed_at IS NOT NULL))
);
CREATE UNIQUE INDEX result_follower_challenge_id_email_key ON result_follower (challenge_id, email);
CREATE UNIQUE INDEX result_follower_challenge_id_push_subscription_id_key ON result_follower (challenge_id, push_subscription_id);
CREATE INDEX result_follower_confirmed ON result_follower (challenge_id) WHERE confirmed_at IS NOT NULL;
CREATE INDEX result_follower_created_at_idx ON result_follower (created_at);
CREATE INDEX result_follower_push_subscription_id_idx ON result_follower (push_subscription_id);

-- The place that a dancer was told last.
CREATE TABLE told_rank (
  challenge_id UUID NOT NULL REFERENCES challenge ON DELETE CASCADE ON UPDATE CASCADE,
  dancer_id UUID NOT NULL REFERENCES app_user ON DELETE CASCADE ON UPDATE CASCADE,
  rank INTEGER NOT NULL,
  told_at TIMESTAMPTZ(3) NOT NULL,
  PRIMARY KEY (challenge_id, dancer_id),
  CONSTRAINT told_rank_is_a_place CHECK (rank > 0)
);
CREATE INDEX told_rank_dancer_id_idx ON told_rank (dancer_id);

-- Letters that staff write to a person, and the mails that were sent to them.
CREATE TABLE desk_letter (
  id UUID PRIMARY KEY,
  user_id UUID NOT NULL REFERENCES app_user ON DELETE CASCADE ON UPDATE CASCADE,
  topic TEXT NOT NULL,
  text TEXT NOT NULL,
  written_by UUID NOT NULL REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  created_at TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX desk_letter_user_id_created_at_idx ON desk_letter (user_id, created_at);
CREATE INDEX desk_letter_written_by_idx ON desk_letter (written_by);

CREATE TABLE sent_mail (
  id UUID PRIMARY KEY,
  user_id UUID NOT NULL REFERENCES app_user ON DELETE CASCADE ON UPDATE CASCADE,
  template TEXT NOT NULL,
  is_refused BOOLEAN NOT NULL,
  sent_at TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX sent_mail_user_id_sent_at_idx ON sent_mail (user_id, sent_at);
CREATE INDEX sent_mail_sent_at_idx ON sent_mail (sent_at);

-- ========== Audit and operations ================================================================================

CREATE TYPE setting_proposal_state AS ENUM ('open', 'confirmed', 'rejected');
CREATE TYPE backup_status AS ENUM ('making', 'made', 'verifying', 'verified', 'damaged', 'failed');

-- Who did what, and the chain of seals over it (docs/decisions/0021).
CREATE TABLE audit_event (
  id BIGSERIAL PRIMARY KEY,
  at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  actor_id UUID,
  action TEXT NOT NULL,
  subject_type TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  before JSONB,
  after JSONB,
  address TEXT NOT NULL DEFAULT ''
);
CREATE INDEX audit_event_actor_id_at_idx ON audit_event (actor_id, at);
CREATE INDEX audit_event_at_idx ON audit_event (at);
CREATE INDEX audit_event_action_idx ON audit_event (action);
-- The search asks for the ids of people, whatever the kind of subject.
CREATE INDEX audit_event_subject_id_subject_type_idx ON audit_event (subject_id, subject_type);
-- For the search of lib/domain/audit/queries.ts, whose expression this is.
CREATE INDEX audit_event_words_idx ON audit_event
  USING gin ((action || ' ' || replace(action, '_', ' ') || ' ' || subject_id || ' ' || address || ' '
    || coalesce(before::text, '') || ' ' || coalesce(after::text, '')) gin_trgm_ops);

CREATE TABLE audit_seal (
  position INTEGER PRIMARY KEY,
  event_id BIGINT NOT NULL REFERENCES audit_event ON DELETE RESTRICT ON UPDATE CASCADE,
  hash TEXT NOT NULL,
  sealed_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT audit_seal_is_a_hash CHECK (position > 0 AND hash ~ '^[0-9a-f]{64}$')
);
CREATE UNIQUE INDEX audit_seal_event_id_key ON audit_seal (event_id);

CREATE TABLE audit_unsealed (
  event_id BIGINT PRIMARY KEY REFERENCES audit_event ON DELETE RESTRICT ON UPDATE CASCADE
);

-- Values that super admins change. Those about money are proposed by one and confirmed by another.
CREATE TABLE setting (
  key TEXT PRIMARY KEY,
  value JSONB NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  updated_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE setting_proposal (
  id UUID PRIMARY KEY,
  key TEXT NOT NULL,
  value INTEGER NOT NULL,
  version INTEGER NOT NULL,
  state setting_proposal_state NOT NULL DEFAULT 'open',
  proposed_by UUID NOT NULL REFERENCES app_user ON DELETE RESTRICT,
  proposed_at TIMESTAMPTZ(3) NOT NULL,
  decided_by UUID REFERENCES app_user ON DELETE RESTRICT,
  decided_at TIMESTAMPTZ(3),
  CONSTRAINT setting_proposal_by_two CHECK (state <> 'confirmed' OR decided_by <> proposed_by),
  CONSTRAINT setting_proposal_decided CHECK ((state = 'open') = (decided_at IS NULL))
);
CREATE UNIQUE INDEX setting_proposal_open_key ON setting_proposal (key) WHERE state = 'open';

-- Jobs and events that leave when their transaction commits.
CREATE TABLE outbox (
  id BIGSERIAL PRIMARY KEY,
  kind TEXT NOT NULL,
  target TEXT NOT NULL,
  name TEXT NOT NULL DEFAULT '',
  payload JSONB NOT NULL,
  run_at TIMESTAMPTZ(3),
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT outbox_kind CHECK (kind IN ('job', 'event'))
);

-- The first answer to a write that carried an Idempotency-Key.
CREATE TABLE idempotent_answer (
  key TEXT NOT NULL,
  route TEXT NOT NULL,
  request_hash BYTEA NOT NULL,
  status INTEGER,
  body JSONB,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (route, key)
);

CREATE TABLE request_minute (
  minute TIMESTAMPTZ(3) PRIMARY KEY,
  requests INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  CONSTRAINT request_minute_counts CHECK (requests >= failures AND failures >= 0)
);

-- Backups (docs/decisions/0023) and the outcome of checks that run by the clock.
CREATE TABLE backup (
  id UUID PRIMARY KEY,
  status backup_status NOT NULL DEFAULT 'making',
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  requested_by UUID,
  night DATE,
  made_at TIMESTAMPTZ(3),
  size BIGINT,
  tables INTEGER,
  rows BIGINT,
  make_ms INTEGER,
  verified_at TIMESTAMPTZ(3),
  verify_ms INTEGER,
  failed_at TIMESTAMPTZ(3),
  problem TEXT NOT NULL DEFAULT '',
  CONSTRAINT backup_made_is_whole
    CHECK (status IN ('making', 'failed') OR (made_at IS NOT NULL AND size IS NOT NULL AND rows IS NOT NULL)),
  CONSTRAINT backup_verified_was_checked CHECK (status <> 'verified' OR verified_at IS NOT NULL)
);
CREATE INDEX backup_created_at_idx ON backup (created_at);
CREATE UNIQUE INDEX backup_night_key ON backup (night);

CREATE TABLE system_check (
  name TEXT PRIMARY KEY,
  checked_at TIMESTAMPTZ(3) NOT NULL,
  is_good BOOLEAN NOT NULL,
  took_ms INTEGER NOT NULL,
  findings TEXT[] DEFAULT ARRAY[]::TEXT[]
);

-- What is wrong with the product, who is told by mail, and when they were told.
CREATE TABLE system_alert (
  id BIGSERIAL PRIMARY KEY,
  kind TEXT NOT NULL,
  detail TEXT NOT NULL,
  opened_at TIMESTAMPTZ(3) NOT NULL,
  closed_at TIMESTAMPTZ(3),
  mailed_at TIMESTAMPTZ(3),
  over_mailed_at TIMESTAMPTZ(3),
  CONSTRAINT system_alert_in_order CHECK (closed_at IS NULL OR closed_at >= opened_at),
  CONSTRAINT system_alert_over_after_mail CHECK (over_mailed_at IS NULL OR (mailed_at IS NOT NULL AND closed_at IS NOT NULL))
);
CREATE INDEX system_alert_kind_mailed_at_idx ON system_alert (kind, mailed_at);
CREATE UNIQUE INDEX system_alert_open_key ON system_alert (kind) WHERE closed_at IS NULL;
CREATE INDEX system_alert_opened_at_idx ON system_alert (opened_at);

CREATE TABLE alert_choice (
  kind TEXT PRIMARY KEY,
  is_mailed BOOLEAN NOT NULL
);

-- ========== Functions, triggers, views ==========================================================================

-- Each file has one object's current text. To change one, edit its file: `npm run db:migration` freezes the former text here.

\ir ../sql/functions/cents_sum.sql
\ir ../sql/functions/count_votes.sql
\ir ../sql/functions/cover_shares.sql
\ir ../sql/functions/hold_payout.sql
\ir ../sql/functions/hold_shares.sql
\ir ../sql/functions/lock_accounts.sql
\ir ../sql/functions/lock_system_accounts.sql
\ir ../sql/functions/open_account.sql
\ir ../sql/functions/post_journals.sql
\ir ../sql/triggers/audit_is_append_only.sql
\ir ../sql/triggers/audit_wants_seal.sql
\ir ../sql/triggers/entry_must_balance.sql
\ir ../sql/triggers/identity_is_counted.sql
\ir ../sql/triggers/ledger_is_append_only.sql
\ir ../sql/triggers/open_tally_list.sql
\ir ../sql/triggers/person_is_counted.sql
\ir ../sql/triggers/tally_adds_up.sql
\ir ../sql/triggers/tally_is_append_only.sql
\ir ../sql/triggers/video_is_counted.sql
\ir ../sql/views/known_phone.sql

-- ========== Rights ==============================================================================================
-- web, realtime and worker take the role ngoma_app (DATABASE_ROLE). It may do anything but what is revoked here.

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'ngoma_app') THEN
    CREATE ROLE ngoma_app NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL; -- another database of this server was migrated at the same moment
END $$;

-- A login that is not a superuser may take the role.
DO $$
BEGIN
  EXECUTE format('GRANT ngoma_app TO %I', current_user);
EXCEPTION WHEN insufficient_privilege OR invalid_grant_operation THEN
  NULL;
END $$;

GRANT USAGE ON SCHEMA public TO ngoma_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ngoma_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ngoma_app;
-- The same for tables of later migrations.
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ngoma_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO ngoma_app;

-- The ledger is written by post_journals, open_account and hold_payout alone, which run with their owner's rights.
REVOKE INSERT, UPDATE, DELETE ON account, journal, entry FROM ngoma_app;

-- A payout's amount, wallet and phone stay as they were asked for, and only hold_payout writes is_held.
REVOKE INSERT, UPDATE, DELETE ON payout FROM ngoma_app;
GRANT INSERT (id, reference, owner_id, account_id, amount, phone, description, approve_after, created_at,
  trace_context) ON payout TO ngoma_app;
GRANT UPDATE (state, refusals, tries, tried_since, attempt_id, conversation_id, result_code, receipt, next_check_at,
  approved_at, submitted_at, paid_at, closed_at) ON payout TO ngoma_app;
REVOKE DELETE ON payout_alert, payout_approval FROM ngoma_app;

-- So does what a top-up, a refund, a transfer, a proposal or a reset asks for; only what became of it is written later.
REVOKE UPDATE, DELETE ON topup, refund, resolution, fund_transfer, second_factor_reset FROM ngoma_app;
GRANT UPDATE (state, tries, tried_since, attempt_id, conversation_id, result_code, proof, problem, next_check_at,
  submitted_at, closed_at) ON refund TO ngoma_app;
GRANT UPDATE (state, decided_by, decided_at, decision_note) ON resolution TO ngoma_app;
GRANT UPDATE (state, decided_by, decided_at, source_after, destination_after) ON fund_transfer TO ngoma_app;
GRANT UPDATE (state, decided_by, decided_at) ON second_factor_reset TO ngoma_app;
REVOKE UPDATE, DELETE ON cash_journal, identity_revocation, signal_action, signal_action_gift FROM ngoma_app;
GRANT UPDATE (state, decided_by, decided_at, reversed_at) ON cash_journal TO ngoma_app;
-- The reason goes when a person erases their account.
GRANT UPDATE (state, decided_by, decided_at, reason) ON identity_revocation TO ngoma_app;
GRANT UPDATE (state, decided_by, decided_at, decision_note, finished_at, rank_before, rank_after) ON signal_action TO ngoma_app;
GRANT UPDATE (done_at, skipped, borne) ON signal_action_gift TO ngoma_app;
-- Only hold_shares and cover_shares write it, with what the accounts hold.
REVOKE INSERT, UPDATE, DELETE ON share_hold FROM ngoma_app;

-- Triggers keep these.
REVOKE INSERT, UPDATE, DELETE ON tally_total, video_count, people_count, identity_count FROM ngoma_app;

-- The audit, the tally, results and statements are history.
REVOKE UPDATE, DELETE ON audit_event, audit_seal FROM ngoma_app;
REVOKE INSERT, UPDATE ON audit_unsealed FROM ngoma_app;
REVOKE UPDATE, DELETE ON tally_list, tally_row, tally_head FROM ngoma_app;
REVOKE UPDATE, DELETE ON challenge_result, royalty_statement, royalty_line FROM ngoma_app;
REVOKE UPDATE, DELETE ON month_report, month_report_line, month_report_payout FROM ngoma_app;
REVOKE UPDATE ON desk_letter, sent_mail FROM ngoma_app;

-- Evidence is added and decided, never removed.
REVOKE DELETE ON fraud_signal FROM ngoma_app;
REVOKE UPDATE, DELETE ON balance_check FROM ngoma_app;
REVOKE DELETE ON balance_difference, system_alert, cash_day, dispute FROM ngoma_app;
REVOKE UPDATE, DELETE ON dispute_note FROM ngoma_app;

-- A restore runs the scripts in this table with the rights of the tables' owner.
REVOKE INSERT, UPDATE, DELETE ON migration FROM ngoma_app;

-- ========== First rows ==========================================================================================

-- The system's own accounts. Those that mirror what M-Pesa and the bank hold, or say where money went, can be negative.
INSERT INTO account (kind, allow_negative)
SELECT k, k NOT IN ('platform_revenue', 'royalty_pool', 'prize_pool', 'withdrawals_held', 'suspense', 'withholding_tax')
FROM unnest(ARRAY['mpesa_collection', 'platform_revenue', 'royalty_pool', 'mpesa_payout', 'prize_pool', 'withdrawals_held', 'suspense',
  'mpesa_float', 'bank', 'owner_funds', 'mpesa_charges', 'bank_charges', 'withholding_tax']) AS k;

INSERT INTO prompt_throttle (spent_until) VALUES (CURRENT_TIMESTAMP);
