-- CreateEnum
CREATE TYPE "identity_revocation_state" AS ENUM ('waiting', 'confirmed', 'rejected');

-- AlterTable
ALTER TABLE "app_user" ADD COLUMN     "withdrawals_frozen_at" TIMESTAMPTZ(3),
ADD COLUMN     "withdrawals_frozen_why" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "identity_revocation" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "state" "identity_revocation_state" NOT NULL DEFAULT 'waiting',
    "reason" TEXT NOT NULL,
    "proposed_by" UUID NOT NULL,
    "proposed_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by" UUID,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "identity_revocation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "desk_letter" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "topic" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "written_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "desk_letter_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sent_mail" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "template" TEXT NOT NULL,
    "is_refused" BOOLEAN NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sent_mail_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "identity_revocation_user_id_proposed_at_idx" ON "identity_revocation"("user_id", "proposed_at");

-- CreateIndex
CREATE INDEX "identity_revocation_proposed_by_idx" ON "identity_revocation"("proposed_by");

-- CreateIndex
CREATE INDEX "identity_revocation_decided_by_idx" ON "identity_revocation"("decided_by");

-- CreateIndex
CREATE INDEX "desk_letter_user_id_created_at_idx" ON "desk_letter"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "desk_letter_written_by_idx" ON "desk_letter"("written_by");

-- CreateIndex
CREATE INDEX "sent_mail_user_id_sent_at_idx" ON "sent_mail"("user_id", "sent_at");

-- CreateIndex
CREATE INDEX "sent_mail_sent_at_idx" ON "sent_mail"("sent_at");

-- AddForeignKey
ALTER TABLE "identity_revocation" ADD CONSTRAINT "identity_revocation_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity_revocation" ADD CONSTRAINT "identity_revocation_proposed_by_fkey" FOREIGN KEY ("proposed_by") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity_revocation" ADD CONSTRAINT "identity_revocation_decided_by_fkey" FOREIGN KEY ("decided_by") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "desk_letter" ADD CONSTRAINT "desk_letter_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "desk_letter" ADD CONSTRAINT "desk_letter_written_by_fkey" FOREIGN KEY ("written_by") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sent_mail" ADD CONSTRAINT "sent_mail_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand
CREATE UNIQUE INDEX identity_revocation_waiting ON identity_revocation (user_id) WHERE state = 'waiting';
REVOKE UPDATE, DELETE ON identity_revocation FROM ngoma_app;
-- The reason goes when a person erases their account.
GRANT UPDATE (state, decided_by, decided_at, reason) ON identity_revocation TO ngoma_app;
REVOKE UPDATE ON desk_letter, sent_mail FROM ngoma_app;
