-- CreateEnum
CREATE TYPE "role" AS ENUM ('dancer', 'copyright_owner', 'compliance_officer', 'super_admin');

-- CreateEnum
CREATE TYPE "kyc_status" AS ENUM ('not_submitted', 'pending', 'under_review', 'approved', 'rejected');

-- CreateEnum
CREATE TYPE "challenge_phase" AS ENUM ('subscription', 'voting', 'tallying', 'closed');

-- CreateEnum
CREATE TYPE "subscription_status" AS ENUM ('pending', 'paid', 'failed');

-- CreateEnum
CREATE TYPE "payment_purpose" AS ENUM ('gift', 'subscription', 'topup');

-- CreateEnum
CREATE TYPE "payment_channel" AS ENUM ('prompt', 'paybill');

-- CreateEnum
CREATE TYPE "payment_state" AS ENUM ('created', 'submitting', 'awaiting', 'submit_unknown', 'rejected', 'verifying', 'credited', 'declined', 'unresolved', 'review', 'refund_pending', 'refunded');

-- CreateEnum
CREATE TYPE "receipt_status" AS ENUM ('credited', 'unmatched', 'claimed', 'refund_pending', 'refunded');

-- CreateEnum
CREATE TYPE "track_status" AS ENUM ('processing', 'pending', 'approved', 'rejected', 'retired');

-- CreateEnum
CREATE TYPE "assignment_status" AS ENUM ('active', 'completed', 'cancelled');

-- CreateEnum
CREATE TYPE "video_status" AS ENUM ('pending_review', 'approved', 'rejected');

-- CreateEnum
CREATE TYPE "video_kind" AS ENUM ('entry', 'official');

-- CreateTable
CREATE TABLE "app_user" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "username" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "first_name" TEXT NOT NULL DEFAULT '',
    "last_name" TEXT NOT NULL DEFAULT '',
    "role" "role" NOT NULL,
    "phone_number" TEXT NOT NULL DEFAULT '',
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "is_email_verified" BOOLEAN NOT NULL DEFAULT false,
    "last_active_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "app_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "profile" (
    "user_id" UUID NOT NULL,
    "display_name" TEXT NOT NULL,
    "bio" TEXT NOT NULL DEFAULT '',
    "location" TEXT NOT NULL DEFAULT '',
    "social_links" JSONB NOT NULL DEFAULT '{}',
    "avatar_url" TEXT,
    "kyc_status" "kyc_status" NOT NULL DEFAULT 'not_submitted',

    CONSTRAINT "profile_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "user_id" UUID NOT NULL,
    "user_agent" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "revoked_reason" TEXT,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refresh_token" (
    "token_hash" BYTEA NOT NULL,
    "session_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "refresh_token_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "challenge" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "title" TEXT NOT NULL,
    "month" DATE NOT NULL,
    "phase" "challenge_phase" NOT NULL DEFAULT 'subscription',
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "voting_starts_at" TIMESTAMPTZ(3) NOT NULL,
    "submissions_end_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "subscription_fee" BIGINT NOT NULL DEFAULT 100000,
    "launch_fee" BIGINT NOT NULL DEFAULT 5000,
    "launch_slots" INTEGER NOT NULL DEFAULT 0,
    "prize_per_winner" BIGINT NOT NULL DEFAULT 500000,
    "winners" INTEGER NOT NULL DEFAULT 5,

    CONSTRAINT "challenge_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "challenge_result" (
    "challenge_id" UUID NOT NULL,
    "rank" INTEGER NOT NULL,
    "dancer_id" UUID NOT NULL,
    "video_id" UUID NOT NULL,
    "vote_count" INTEGER NOT NULL,
    "prize" BIGINT NOT NULL,

    CONSTRAINT "challenge_result_pkey" PRIMARY KEY ("challenge_id","rank")
);

-- CreateTable
CREATE TABLE "subscription" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "challenge_id" UUID NOT NULL,
    "dancer_id" UUID NOT NULL,
    "status" "subscription_status" NOT NULL DEFAULT 'pending',
    "amount" BIGINT NOT NULL,
    "is_launch" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "paid_at" TIMESTAMPTZ(3),

    CONSTRAINT "subscription_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "owner_id" UUID,
    "shard" SMALLINT NOT NULL DEFAULT 0,
    "posted" BIGINT NOT NULL DEFAULT 0,
    "held" BIGINT NOT NULL DEFAULT 0,
    "allow_negative" BOOLEAN NOT NULL DEFAULT false,
    "version" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "journal" (
    "id" BIGSERIAL NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "source_type" TEXT NOT NULL,
    "source_id" TEXT NOT NULL,
    "reversal_of" BIGINT,
    "actor" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "journal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "entry" (
    "journal_id" BIGINT NOT NULL,
    "account_id" BIGINT NOT NULL,
    "amount" BIGINT NOT NULL,
    "balance_after" BIGINT NOT NULL,

    CONSTRAINT "entry_pkey" PRIMARY KEY ("account_id","journal_id")
);

-- CreateTable
CREATE TABLE "outbox" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "payload" JSONB NOT NULL,
    "run_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "setting" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "setting_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "idempotent_answer" (
    "key" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "status" INTEGER,
    "body" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotent_answer_pkey" PRIMARY KEY ("route","key")
);

-- CreateTable
CREATE TABLE "payment_intent" (
    "id" UUID NOT NULL,
    "purpose" "payment_purpose" NOT NULL,
    "channel" "payment_channel" NOT NULL DEFAULT 'prompt',
    "state" "payment_state" NOT NULL DEFAULT 'created',
    "amount" BIGINT NOT NULL,
    "phone" TEXT NOT NULL,
    "account_reference" TEXT NOT NULL,
    "checkout_request_id" TEXT,
    "merchant_request_id" TEXT,
    "result_code" TEXT,
    "review_reason" TEXT,
    "queries" INTEGER NOT NULL DEFAULT 0,
    "last_query_code" TEXT,
    "next_check_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "submitted_at" TIMESTAMPTZ(3),
    "paid_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "payment_intent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "gift" (
    "intent_id" UUID NOT NULL,
    "video_id" UUID NOT NULL,
    "challenge_id" UUID NOT NULL,
    "dancer_account_id" BIGINT NOT NULL,
    "musician_account_id" BIGINT NOT NULL,
    "vote_count" INTEGER NOT NULL,
    "phone" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "device_fingerprint" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "gift_pkey" PRIMARY KEY ("intent_id")
);

-- CreateTable
CREATE TABLE "daraja_request" (
    "id" UUID NOT NULL,
    "intent_id" UUID,
    "operation" TEXT NOT NULL,
    "request" JSONB NOT NULL,
    "http_status" INTEGER,
    "response" JSONB,
    "outcome" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "responded_at" TIMESTAMPTZ(3),

    CONSTRAINT "daraja_request_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "callback_inbox" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "intent_id" UUID,
    "source_address" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "processed_at" TIMESTAMPTZ(3),
    "outcome" TEXT,

    CONSTRAINT "callback_inbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mpesa_receipt" (
    "receipt" TEXT NOT NULL,
    "status" "receipt_status" NOT NULL,
    "intent_id" UUID,
    "amount" BIGINT NOT NULL,
    "source" TEXT NOT NULL,
    "account_reference" TEXT,
    "phone" TEXT,
    "reason" TEXT,
    "paid_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mpesa_receipt_pkey" PRIMARY KEY ("receipt")
);

-- CreateTable
CREATE TABLE "track" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "musician_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "artist" TEXT NOT NULL,
    "genre" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "status" "track_status" NOT NULL DEFAULT 'processing',
    "object_key" TEXT NOT NULL,
    "file_size" INTEGER NOT NULL,
    "duration_seconds" INTEGER,
    "review_comments" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "reviewed_at" TIMESTAMPTZ(3),

    CONSTRAINT "track_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "track_assignment" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "challenge_id" UUID NOT NULL,
    "dancer_id" UUID NOT NULL,
    "track_id" UUID NOT NULL,
    "status" "assignment_status" NOT NULL DEFAULT 'active',
    "seed" TEXT NOT NULL,
    "assigned_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "track_assignment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "video" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "kind" "video_kind" NOT NULL DEFAULT 'entry',
    "title" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "dancer_id" UUID NOT NULL,
    "track_id" UUID NOT NULL,
    "challenge_id" UUID NOT NULL,
    "assignment_id" UUID,
    "youtube_url" TEXT,
    "youtube_video_id" TEXT,
    "video_file_url" TEXT,
    "thumbnail_url" TEXT,
    "duration_seconds" INTEGER,
    "status" "video_status" NOT NULL DEFAULT 'pending_review',
    "vote_code" TEXT NOT NULL,
    "vote_count" INTEGER NOT NULL DEFAULT 0,
    "votes_reached_at" TIMESTAMPTZ(3),
    "view_count" INTEGER NOT NULL DEFAULT 0,
    "comment_count" INTEGER NOT NULL DEFAULT 0,
    "upload_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "approved_date" TIMESTAMPTZ(3),
    "reviewed_by" UUID,
    "reviewed_at" TIMESTAMPTZ(3),
    "rejection_reason" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "video_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "video_view" (
    "video_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "session_id" TEXT NOT NULL,

    CONSTRAINT "video_view_pkey" PRIMARY KEY ("video_id","day","session_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "app_user_email_key" ON "app_user"("email");

-- CreateIndex
CREATE INDEX "app_user_role_idx" ON "app_user"("role");

-- CreateIndex
CREATE INDEX "session_user_id_idx" ON "session"("user_id");

-- CreateIndex
CREATE INDEX "refresh_token_session_id_idx" ON "refresh_token"("session_id");

-- CreateIndex
CREATE UNIQUE INDEX "challenge_month_key" ON "challenge"("month");

-- CreateIndex
CREATE INDEX "challenge_phase_idx" ON "challenge"("phase");

-- CreateIndex
CREATE INDEX "challenge_result_dancer_id_idx" ON "challenge_result"("dancer_id");

-- CreateIndex
CREATE INDEX "challenge_result_video_id_idx" ON "challenge_result"("video_id");

-- CreateIndex
CREATE INDEX "subscription_dancer_id_idx" ON "subscription"("dancer_id");

-- CreateIndex
CREATE UNIQUE INDEX "subscription_challenge_id_dancer_id_key" ON "subscription"("challenge_id", "dancer_id");

-- CreateIndex
CREATE INDEX "account_owner_id_idx" ON "account"("owner_id");

-- CreateIndex
CREATE UNIQUE INDEX "journal_idempotency_key_key" ON "journal"("idempotency_key");

-- CreateIndex
CREATE INDEX "entry_journal_id_idx" ON "entry" USING BRIN ("journal_id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_intent_account_reference_key" ON "payment_intent"("account_reference");

-- CreateIndex
CREATE INDEX "gift_video_id_idx" ON "gift"("video_id");

-- CreateIndex
CREATE INDEX "gift_phone_created_at_idx" ON "gift"("phone", "created_at");

-- CreateIndex
CREATE INDEX "gift_challenge_id_idx" ON "gift"("challenge_id");

-- CreateIndex
CREATE INDEX "daraja_request_intent_id_idx" ON "daraja_request"("intent_id");

-- CreateIndex
CREATE INDEX "mpesa_receipt_intent_id_idx" ON "mpesa_receipt"("intent_id");

-- CreateIndex
CREATE INDEX "track_musician_id_idx" ON "track"("musician_id");

-- CreateIndex
CREATE INDEX "track_status_idx" ON "track"("status");

-- CreateIndex
CREATE INDEX "track_assignment_dancer_id_idx" ON "track_assignment"("dancer_id");

-- CreateIndex
CREATE INDEX "track_assignment_track_id_idx" ON "track_assignment"("track_id");

-- CreateIndex
CREATE UNIQUE INDEX "track_assignment_challenge_id_dancer_id_track_id_key" ON "track_assignment"("challenge_id", "dancer_id", "track_id");

-- CreateIndex
CREATE UNIQUE INDEX "video_vote_code_key" ON "video"("vote_code");

-- CreateIndex
CREATE INDEX "video_challenge_id_status_vote_count_idx" ON "video"("challenge_id", "status", "vote_count");

-- CreateIndex
CREATE INDEX "video_status_upload_date_idx" ON "video"("status", "upload_date");

-- CreateIndex
CREATE INDEX "video_dancer_id_idx" ON "video"("dancer_id");

-- CreateIndex
CREATE INDEX "video_track_id_idx" ON "video"("track_id");

-- CreateIndex
CREATE INDEX "video_assignment_id_idx" ON "video"("assignment_id");

-- CreateIndex
CREATE INDEX "video_reviewed_by_idx" ON "video"("reviewed_by");

-- AddForeignKey
ALTER TABLE "profile" ADD CONSTRAINT "profile_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refresh_token" ADD CONSTRAINT "refresh_token_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "challenge_result" ADD CONSTRAINT "challenge_result_challenge_id_fkey" FOREIGN KEY ("challenge_id") REFERENCES "challenge"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "challenge_result" ADD CONSTRAINT "challenge_result_dancer_id_fkey" FOREIGN KEY ("dancer_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "challenge_result" ADD CONSTRAINT "challenge_result_video_id_fkey" FOREIGN KEY ("video_id") REFERENCES "video"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_challenge_id_fkey" FOREIGN KEY ("challenge_id") REFERENCES "challenge"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_dancer_id_fkey" FOREIGN KEY ("dancer_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gift" ADD CONSTRAINT "gift_intent_id_fkey" FOREIGN KEY ("intent_id") REFERENCES "payment_intent"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gift" ADD CONSTRAINT "gift_video_id_fkey" FOREIGN KEY ("video_id") REFERENCES "video"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gift" ADD CONSTRAINT "gift_challenge_id_fkey" FOREIGN KEY ("challenge_id") REFERENCES "challenge"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "daraja_request" ADD CONSTRAINT "daraja_request_intent_id_fkey" FOREIGN KEY ("intent_id") REFERENCES "payment_intent"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "track" ADD CONSTRAINT "track_musician_id_fkey" FOREIGN KEY ("musician_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "track_assignment" ADD CONSTRAINT "track_assignment_challenge_id_fkey" FOREIGN KEY ("challenge_id") REFERENCES "challenge"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "track_assignment" ADD CONSTRAINT "track_assignment_dancer_id_fkey" FOREIGN KEY ("dancer_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "track_assignment" ADD CONSTRAINT "track_assignment_track_id_fkey" FOREIGN KEY ("track_id") REFERENCES "track"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "video" ADD CONSTRAINT "video_dancer_id_fkey" FOREIGN KEY ("dancer_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "video" ADD CONSTRAINT "video_reviewed_by_fkey" FOREIGN KEY ("reviewed_by") REFERENCES "app_user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "video" ADD CONSTRAINT "video_track_id_fkey" FOREIGN KEY ("track_id") REFERENCES "track"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "video" ADD CONSTRAINT "video_challenge_id_fkey" FOREIGN KEY ("challenge_id") REFERENCES "challenge"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "video" ADD CONSTRAINT "video_assignment_id_fkey" FOREIGN KEY ("assignment_id") REFERENCES "track_assignment"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "video_view" ADD CONSTRAINT "video_view_video_id_fkey" FOREIGN KEY ("video_id") REFERENCES "video"("id") ON DELETE CASCADE ON UPDATE CASCADE;

