-- CreateEnum
CREATE TYPE "mailed_link_purpose" AS ENUM ('verify_email', 'reset_password');

-- CreateEnum
CREATE TYPE "kyc_document_type" AS ENUM ('id_front', 'id_back', 'passport_photo');

-- CreateEnum
CREATE TYPE "kyc_action" AS ENUM ('approve', 'reject');

-- CreateEnum
CREATE TYPE "upload_kind" AS ENUM ('kyc_document', 'track', 'avatar');

-- CreateEnum
CREATE TYPE "upload_status" AS ENUM ('open', 'completed', 'refused');

-- CreateEnum
CREATE TYPE "video_metadata" AS ENUM ('pending', 'fetched', 'unavailable');

-- AlterTable
ALTER TABLE "app_user" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "phone_changed_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "profile" ADD COLUMN     "kyc_field_reasons" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "kyc_rejection_reason" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "kyc_reviewed_at" TIMESTAMPTZ(3),
ADD COLUMN     "kyc_submitted_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "track" ADD COLUMN     "retired_at" TIMESTAMPTZ(3),
ADD COLUMN     "reviewed_by" UUID;

-- AlterTable
ALTER TABLE "video" ADD COLUMN     "metadata" "video_metadata" NOT NULL DEFAULT 'pending';

-- CreateTable
CREATE TABLE "mailed_link" (
    "token_hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "purpose" "mailed_link_purpose" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "mailed_link_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "subscription_payment" (
    "intent_id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "is_launch" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "subscription_payment_pkey" PRIMARY KEY ("intent_id")
);

-- CreateTable
CREATE TABLE "comment" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "video_id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "deleted_by" UUID,

    CONSTRAINT "comment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "comment_report" (
    "comment_id" UUID NOT NULL,
    "reporter_id" UUID NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "comment_report_pkey" PRIMARY KEY ("comment_id","reporter_id")
);

-- CreateTable
CREATE TABLE "kyc_record" (
    "user_id" UUID NOT NULL,
    "sealed" BYTEA NOT NULL,
    "national_id_hash" BYTEA,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "kyc_record_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "kyc_document" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "user_id" UUID NOT NULL,
    "document_type" "kyc_document_type" NOT NULL,
    "object_key" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "file_size" INTEGER NOT NULL,
    "mime_type" TEXT NOT NULL,
    "uploaded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "kyc_document_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "kyc_review" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "user_id" UUID NOT NULL,
    "officer_id" UUID NOT NULL,
    "action" "kyc_action" NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "field_reasons" JSONB NOT NULL DEFAULT '{}',
    "internal_note" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "kyc_review_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_event" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_id" UUID,
    "action" TEXT NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "address" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "upload_session" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "user_id" UUID NOT NULL,
    "kind" "upload_kind" NOT NULL,
    "status" "upload_status" NOT NULL DEFAULT 'open',
    "object_key" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "file_size" INTEGER NOT NULL,
    "mime_type" TEXT NOT NULL,
    "details" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "upload_session_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "mailed_link_user_id_purpose_idx" ON "mailed_link"("user_id", "purpose");

-- CreateIndex
CREATE INDEX "subscription_payment_subscription_id_idx" ON "subscription_payment"("subscription_id");

-- CreateIndex
CREATE INDEX "comment_video_id_created_at_idx" ON "comment"("video_id", "created_at");

-- CreateIndex
CREATE INDEX "comment_author_id_idx" ON "comment"("author_id");

-- CreateIndex
CREATE INDEX "kyc_record_national_id_hash_idx" ON "kyc_record"("national_id_hash");

-- CreateIndex
CREATE UNIQUE INDEX "kyc_document_user_id_document_type_key" ON "kyc_document"("user_id", "document_type");

-- CreateIndex
CREATE INDEX "kyc_review_user_id_created_at_idx" ON "kyc_review"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "kyc_review_officer_id_idx" ON "kyc_review"("officer_id");

-- CreateIndex
CREATE INDEX "audit_event_actor_id_at_idx" ON "audit_event"("actor_id", "at");

-- CreateIndex
CREATE INDEX "audit_event_subject_type_subject_id_idx" ON "audit_event"("subject_type", "subject_id");

-- CreateIndex
CREATE INDEX "audit_event_at_idx" ON "audit_event"("at");

-- CreateIndex
CREATE UNIQUE INDEX "upload_session_object_key_key" ON "upload_session"("object_key");

-- CreateIndex
CREATE INDEX "upload_session_user_id_kind_status_idx" ON "upload_session"("user_id", "kind", "status");

-- CreateIndex
CREATE INDEX "upload_session_status_expires_at_idx" ON "upload_session"("status", "expires_at");

-- CreateIndex
CREATE INDEX "track_reviewed_by_idx" ON "track"("reviewed_by");

-- AddForeignKey
ALTER TABLE "mailed_link" ADD CONSTRAINT "mailed_link_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_payment" ADD CONSTRAINT "subscription_payment_intent_id_fkey" FOREIGN KEY ("intent_id") REFERENCES "payment_intent"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_payment" ADD CONSTRAINT "subscription_payment_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscription"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment" ADD CONSTRAINT "comment_video_id_fkey" FOREIGN KEY ("video_id") REFERENCES "video"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment" ADD CONSTRAINT "comment_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment_report" ADD CONSTRAINT "comment_report_comment_id_fkey" FOREIGN KEY ("comment_id") REFERENCES "comment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "kyc_record" ADD CONSTRAINT "kyc_record_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "kyc_document" ADD CONSTRAINT "kyc_document_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "kyc_review" ADD CONSTRAINT "kyc_review_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "kyc_review" ADD CONSTRAINT "kyc_review_officer_id_fkey" FOREIGN KEY ("officer_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "track" ADD CONSTRAINT "track_reviewed_by_fkey" FOREIGN KEY ("reviewed_by") REFERENCES "app_user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "upload_session" ADD CONSTRAINT "upload_session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What follows is written by hand.

-- One live video for each assignment; a rejected one may be replaced.
CREATE UNIQUE INDEX "video_live_assignment_key" ON "video" ("assignment_id") WHERE "status" <> 'rejected' AND "assignment_id" IS NOT NULL;
ALTER TABLE "comment" ADD CONSTRAINT "comment_text_length" CHECK (char_length("text") BETWEEN 1 AND 500);
ALTER TABLE "upload_session" ADD CONSTRAINT "upload_session_size" CHECK ("file_size" > 0);

-- What was done stays on record.
REVOKE UPDATE, DELETE ON "audit_event" FROM ngoma_app;

-- Videos that are there already have what YouTube, or their own file, told of them.
UPDATE "video" SET "metadata" = 'fetched';
