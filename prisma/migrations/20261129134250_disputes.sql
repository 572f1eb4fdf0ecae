-- CreateEnum
CREATE TYPE "dispute_kind" AS ENUM ('not_counted', 'not_me', 'wrong_dancer', 'wrong_amount', 'reversed');

-- CreateEnum
CREATE TYPE "dispute_state" AS ENUM ('open', 'waiting', 'resolved', 'declined');

-- CreateEnum
CREATE TYPE "dispute_origin" AS ENUM ('public', 'desk', 'reversal');

-- CreateEnum
CREATE TYPE "dispute_note_kind" AS ENUM ('note', 'message');

-- CreateTable
CREATE TABLE "dispute" (
    "id" UUID NOT NULL,
    "reference" TEXT NOT NULL,
    "kind" "dispute_kind" NOT NULL,
    "state" "dispute_state" NOT NULL DEFAULT 'open',
    "origin" "dispute_origin" NOT NULL,
    "receipt" TEXT NOT NULL DEFAULT '',
    "phone" TEXT NOT NULL DEFAULT '',
    "email" TEXT NOT NULL DEFAULT '',
    "locale" TEXT NOT NULL DEFAULT 'en',
    "said" TEXT NOT NULL DEFAULT '',
    "case_id" TEXT,
    "owner_id" UUID,
    "opened_by" UUID,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "dispute_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "dispute_note" (
    "id" BIGSERIAL NOT NULL,
    "dispute_id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "kind" "dispute_note_kind" NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "dispute_note_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "dispute_reference_key" ON "dispute"("reference");

-- CreateIndex
CREATE INDEX "dispute_created_at_id_idx" ON "dispute"("created_at", "id");

-- CreateIndex
CREATE INDEX "dispute_receipt_idx" ON "dispute"("receipt");

-- CreateIndex
CREATE INDEX "dispute_phone_idx" ON "dispute"("phone");

-- CreateIndex
CREATE INDEX "dispute_owner_id_idx" ON "dispute"("owner_id");

-- CreateIndex
CREATE INDEX "dispute_opened_by_idx" ON "dispute"("opened_by");

-- CreateIndex
CREATE INDEX "dispute_note_dispute_id_idx" ON "dispute_note"("dispute_id");

-- CreateIndex
CREATE INDEX "dispute_note_author_id_idx" ON "dispute_note"("author_id");

-- AddForeignKey
ALTER TABLE "dispute" ADD CONSTRAINT "dispute_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dispute" ADD CONSTRAINT "dispute_opened_by_fkey" FOREIGN KEY ("opened_by") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dispute_note" ADD CONSTRAINT "dispute_note_dispute_id_fkey" FOREIGN KEY ("dispute_id") REFERENCES "dispute"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dispute_note" ADD CONSTRAINT "dispute_note_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE dispute
  ADD CONSTRAINT dispute_end_is_dated CHECK ((state IN ('resolved', 'declined')) = (closed_at IS NOT NULL)),
  ADD CONSTRAINT dispute_names_a_payment CHECK (receipt <> '' OR phone <> '' OR case_id IS NOT NULL);
-- One open dispute for each receipt that somebody names, however often it is sent.
CREATE UNIQUE INDEX dispute_open_key ON dispute (receipt) WHERE receipt <> '' AND state IN ('open', 'waiting');
CREATE INDEX dispute_due ON dispute (due_at) WHERE state IN ('open', 'waiting');

REVOKE DELETE ON dispute FROM ngoma_app;
REVOKE UPDATE, DELETE ON dispute_note FROM ngoma_app;
