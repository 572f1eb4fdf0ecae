-- CreateEnum
CREATE TYPE "refund_method" AS ENUM ('reversal', 'b2c');

-- CreateEnum
CREATE TYPE "refund_state" AS ENUM ('requested', 'submitting', 'accepted', 'unknown', 'done', 'failed');

-- CreateEnum
CREATE TYPE "resolution_action" AS ENUM ('credit', 'refund', 'close', 'found_paid', 'found_unpaid');

-- CreateEnum
CREATE TYPE "resolution_state" AS ENUM ('open', 'confirmed', 'rejected');

-- AlterEnum
ALTER TYPE "receipt_status" ADD VALUE 'written_off';

-- AlterTable
ALTER TABLE "payment_intent" ADD COLUMN     "hold_reason" TEXT;

-- AlterTable
ALTER TABLE "daraja_request" ADD COLUMN     "refund_id" UUID;

-- CreateTable
CREATE TABLE "refund" (
    "id" UUID NOT NULL,
    "reference" TEXT NOT NULL,
    "receipt" TEXT NOT NULL,
    "intent_id" UUID,
    "amount" BIGINT NOT NULL,
    "method" "refund_method" NOT NULL,
    "phone" TEXT NOT NULL DEFAULT '',
    "state" "refund_state" NOT NULL DEFAULT 'requested',
    "attempt_id" UUID,
    "conversation_id" TEXT,
    "result_code" TEXT,
    "proof" TEXT,
    "problem" TEXT NOT NULL DEFAULT '',
    "next_check_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "submitted_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "refund_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "resolution" (
    "id" UUID NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "action" "resolution_action" NOT NULL,
    "details" JSONB NOT NULL DEFAULT '{}',
    "note" TEXT NOT NULL,
    "state" "resolution_state" NOT NULL DEFAULT 'open',
    "proposed_by" UUID NOT NULL,
    "proposed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_by" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "decision_note" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "resolution_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "balance_check" (
    "id" BIGSERIAL NOT NULL,
    "request_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "working" BIGINT NOT NULL,
    "utility" BIGINT NOT NULL,
    "collected" BIGINT NOT NULL,
    "paid_out" BIGINT NOT NULL,

    CONSTRAINT "balance_check_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "balance_baseline" (
    "account" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "set_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "balance_baseline_pkey" PRIMARY KEY ("account")
);

-- CreateTable
CREATE TABLE "balance_difference" (
    "id" BIGSERIAL NOT NULL,
    "account" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "checks" INTEGER NOT NULL DEFAULT 1,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "alerted_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "closed_by" TEXT,

    CONSTRAINT "balance_difference_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "refund_reference_key" ON "refund"("reference");

-- CreateIndex
CREATE UNIQUE INDEX "refund_proof_key" ON "refund"("proof");

-- CreateIndex
CREATE INDEX "refund_receipt_idx" ON "refund"("receipt");

-- CreateIndex
CREATE INDEX "refund_intent_id_idx" ON "refund"("intent_id");

-- CreateIndex
CREATE INDEX "resolution_subject_type_subject_id_idx" ON "resolution"("subject_type", "subject_id");

-- CreateIndex
CREATE INDEX "resolution_proposed_by_idx" ON "resolution"("proposed_by");

-- CreateIndex
CREATE INDEX "resolution_decided_by_idx" ON "resolution"("decided_by");

-- CreateIndex
CREATE UNIQUE INDEX "balance_check_request_id_key" ON "balance_check"("request_id");

-- CreateIndex
CREATE INDEX "balance_check_at_idx" ON "balance_check"("at");

-- CreateIndex
CREATE INDEX "daraja_request_refund_id_idx" ON "daraja_request"("refund_id");

-- AddForeignKey
ALTER TABLE "daraja_request" ADD CONSTRAINT "daraja_request_refund_id_fkey" FOREIGN KEY ("refund_id") REFERENCES "refund"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refund" ADD CONSTRAINT "refund_receipt_fkey" FOREIGN KEY ("receipt") REFERENCES "mpesa_receipt"("receipt") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refund" ADD CONSTRAINT "refund_intent_id_fkey" FOREIGN KEY ("intent_id") REFERENCES "payment_intent"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "resolution" ADD CONSTRAINT "resolution_proposed_by_fkey" FOREIGN KEY ("proposed_by") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "resolution" ADD CONSTRAINT "resolution_decided_by_fkey" FOREIGN KEY ("decided_by") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma cannot say.

-- A payment goes back once: another try is a row of its own, after the one before has certainly failed.
CREATE UNIQUE INDEX refund_live_key ON refund (receipt) WHERE state <> 'failed';
CREATE INDEX refund_due ON refund (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX refund_waiting ON refund (created_at) WHERE state IN ('requested', 'submitting');
ALTER TABLE refund
  ADD CONSTRAINT refund_amount_positive CHECK (amount > 0),
  ADD CONSTRAINT refund_done_has_its_time CHECK (state <> 'done' OR closed_at IS NOT NULL);

-- One proposal at a time, and never decided by who made it.
CREATE UNIQUE INDEX resolution_open_key ON resolution (subject_type, subject_id) WHERE state = 'open';
ALTER TABLE resolution
  ADD CONSTRAINT resolution_subject CHECK (subject_type IN ('payment', 'receipt', 'payout', 'difference')),
  ADD CONSTRAINT resolution_takes_two CHECK (state <> 'confirmed' OR decided_by <> proposed_by),
  ADD CONSTRAINT resolution_decided CHECK ((state = 'open') = (decided_by IS NULL) AND (state = 'open') = (decided_at IS NULL));

ALTER TABLE balance_baseline ADD CONSTRAINT balance_baseline_account CHECK (account IN ('working', 'utility'));
ALTER TABLE balance_difference
  ADD CONSTRAINT balance_difference_account CHECK (account IN ('working', 'utility')),
  ADD CONSTRAINT balance_difference_closed CHECK ((closed_at IS NULL) = (closed_by IS NULL));
CREATE UNIQUE INDEX balance_difference_open_key ON balance_difference (account) WHERE closed_at IS NULL;

-- How much goes back, for what and by whose word stays as it was written.
REVOKE UPDATE, DELETE ON refund, resolution FROM ngoma_app;
GRANT UPDATE (state, attempt_id, conversation_id, result_code, proof, problem, next_check_at, submitted_at, closed_at)
  ON refund TO ngoma_app;
GRANT UPDATE (state, decided_by, decided_at, decision_note) ON resolution TO ngoma_app;
REVOKE UPDATE, DELETE ON balance_check FROM ngoma_app;
REVOKE DELETE ON balance_baseline, balance_difference FROM ngoma_app;

-- The app's role may not lock accounts itself: what is taken back from wallets is looked at under their locks, in id order.
CREATE FUNCTION lock_accounts(ids bigint[]) RETURNS TABLE (id bigint, posted bigint, held bigint)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT a.id, a.posted, a.held FROM account a WHERE a.id = ANY (ids) ORDER BY a.id FOR NO KEY UPDATE
$$;
