-- CreateEnum
CREATE TYPE "kyc_document_problem" AS ENUM ('damaged', 'locked', 'no_pages', 'too_big');

-- AlterTable
ALTER TABLE "kyc_document" ADD COLUMN     "checked_at" TIMESTAMPTZ(3),
ADD COLUMN     "problem" "kyc_document_problem";

-- The worker looks for documents that nobody has opened yet: those of earlier releases, and of jobs that were lost.
CREATE INDEX "kyc_document_unchecked" ON "kyc_document" ("uploaded_at") WHERE "checked_at" IS NULL;
