-- CreateEnum
CREATE TYPE "payout_state" AS ENUM ('requested', 'approved', 'submitting', 'accepted', 'unknown', 'paid', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "payout_alert_kind" AS ENUM ('no_float', 'initiator_refused', 'unresolved', 'contradiction');

-- AlterTable
ALTER TABLE "daraja_request" ADD COLUMN     "payout_id" UUID;

-- CreateTable
CREATE TABLE "payout" (
    "id" UUID NOT NULL,
    "reference" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "account_id" BIGINT NOT NULL,
    "amount" BIGINT NOT NULL,
    "phone" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "state" "payout_state" NOT NULL DEFAULT 'requested',
    "is_held" BOOLEAN NOT NULL DEFAULT false,
    "approve_after" TIMESTAMPTZ(3) NOT NULL,
    "refusals" INTEGER NOT NULL DEFAULT 0,
    "attempt_id" UUID,
    "conversation_id" TEXT,
    "result_code" TEXT,
    "receipt" TEXT,
    "next_check_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "approved_at" TIMESTAMPTZ(3),
    "submitted_at" TIMESTAMPTZ(3),
    "paid_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "payout_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payout_approval" (
    "payout_id" UUID NOT NULL,
    "officer_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payout_approval_pkey" PRIMARY KEY ("payout_id","officer_id")
);

-- CreateTable
CREATE TABLE "payout_alert" (
    "id" BIGSERIAL NOT NULL,
    "kind" "payout_alert_kind" NOT NULL,
    "payout_id" UUID,
    "detail" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "resolved_at" TIMESTAMPTZ(3),
    "resolved_by" UUID,

    CONSTRAINT "payout_alert_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "payout_reference_key" ON "payout"("reference");

-- CreateIndex
CREATE UNIQUE INDEX "payout_receipt_key" ON "payout"("receipt");

-- CreateIndex
CREATE INDEX "payout_owner_id_created_at_idx" ON "payout"("owner_id", "created_at");

-- CreateIndex
CREATE INDEX "payout_approval_officer_id_idx" ON "payout_approval"("officer_id");

-- CreateIndex
CREATE INDEX "payout_alert_payout_id_idx" ON "payout_alert"("payout_id");

-- CreateIndex
CREATE INDEX "payout_alert_resolved_by_idx" ON "payout_alert"("resolved_by");

-- CreateIndex
CREATE INDEX "daraja_request_payout_id_idx" ON "daraja_request"("payout_id");

-- AddForeignKey
ALTER TABLE "daraja_request" ADD CONSTRAINT "daraja_request_payout_id_fkey" FOREIGN KEY ("payout_id") REFERENCES "payout"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payout" ADD CONSTRAINT "payout_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payout_approval" ADD CONSTRAINT "payout_approval_payout_id_fkey" FOREIGN KEY ("payout_id") REFERENCES "payout"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payout_approval" ADD CONSTRAINT "payout_approval_officer_id_fkey" FOREIGN KEY ("officer_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payout_alert" ADD CONSTRAINT "payout_alert_payout_id_fkey" FOREIGN KEY ("payout_id") REFERENCES "payout"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payout_alert" ADD CONSTRAINT "payout_alert_resolved_by_fkey" FOREIGN KEY ("resolved_by") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma cannot say.

ALTER TABLE payout
  ADD CONSTRAINT payout_amount_in_bounds CHECK (amount BETWEEN 1000 AND 25000000 AND amount % 100 = 0),
  ADD CONSTRAINT payout_ended_holds_nothing CHECK (NOT is_held OR state NOT IN ('paid', 'cancelled')),
  ADD CONSTRAINT payout_paid_has_its_time CHECK (state <> 'paid' OR paid_at IS NOT NULL);

CREATE INDEX payout_waiting ON payout (state, approve_after) WHERE state IN ('requested', 'approved', 'submitting');
CREATE INDEX payout_due ON payout (next_check_at) WHERE next_check_at IS NOT NULL;

-- The queue is held up once, however many payouts ran into the same wall.
CREATE UNIQUE INDEX payout_alert_open_pause_key ON payout_alert (kind)
  WHERE resolved_at IS NULL AND kind IN ('no_float', 'initiator_refused');

-- Holds a payout's amount on its wallet, or lets it go. The same call again does nothing; the answer is whether it did
-- something. The checks of the table account refuse what the wallet does not have.
CREATE FUNCTION hold_payout(p_payout uuid, p_hold boolean) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  wallet bigint;
  cents bigint;
BEGIN
  UPDATE payout SET is_held = p_hold WHERE id = p_payout AND is_held <> p_hold
  RETURNING account_id, amount INTO wallet, cents;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE account SET held = held + CASE WHEN p_hold THEN cents ELSE -cents END, version = version + 1
  WHERE id = wallet AND owner_id IS NOT NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'payout % names no wallet', p_payout USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN true;
END $$;

-- What a payout is of, and whether it is held, the product's role can not rewrite: only hold_payout can.
REVOKE INSERT, UPDATE, DELETE ON payout FROM ngoma_app;
GRANT INSERT (id, reference, owner_id, account_id, amount, phone, description, approve_after, created_at)
  ON payout TO ngoma_app;
GRANT UPDATE (state, refusals, attempt_id, conversation_id, result_code, receipt, next_check_at, approved_at,
  submitted_at, paid_at, closed_at) ON payout TO ngoma_app;
REVOKE DELETE ON payout_alert, payout_approval FROM ngoma_app;
