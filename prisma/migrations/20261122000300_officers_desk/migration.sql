-- CreateEnum
CREATE TYPE "review_subject" AS ENUM ('kyc', 'track', 'video');

-- AlterTable
ALTER TABLE "kyc_record" ADD COLUMN     "name_hashes" BYTEA[] DEFAULT ARRAY[]::BYTEA[];

-- CreateTable
CREATE TABLE "review_claim" (
    "subject_type" "review_subject" NOT NULL,
    "subject_id" UUID NOT NULL,
    "officer_id" UUID NOT NULL,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "review_claim_pkey" PRIMARY KEY ("subject_type","subject_id")
);

-- CreateIndex
CREATE INDEX "review_claim_officer_id_idx" ON "review_claim"("officer_id");

-- CreateIndex
CREATE INDEX "profile_kyc_status_kyc_submitted_at_idx" ON "profile"("kyc_status", "kyc_submitted_at");

-- CreateIndex
CREATE INDEX "kyc_record_name_hashes_idx" ON "kyc_record" USING GIN ("name_hashes");

-- AddForeignKey
ALTER TABLE "review_claim" ADD CONSTRAINT "review_claim_officer_id_fkey" FOREIGN KEY ("officer_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE review_claim ADD CONSTRAINT review_claim_ends_after_it_began CHECK (expires_at > claimed_at);
