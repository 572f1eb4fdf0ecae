-- CreateEnum
CREATE TYPE "fund_transfer_state" AS ENUM ('waiting', 'completed', 'rejected');

-- AlterEnum
ALTER TYPE "mailed_link_purpose" ADD VALUE 'staff_invited';

-- CreateTable
CREATE TABLE "audit_seal" (
    "position" INTEGER NOT NULL,
    "event_id" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    "sealed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_seal_pkey" PRIMARY KEY ("position")
);

-- CreateTable
CREATE TABLE "audit_unsealed" (
    "event_id" BIGINT NOT NULL,

    CONSTRAINT "audit_unsealed_pkey" PRIMARY KEY ("event_id")
);

-- CreateTable
CREATE TABLE "request_minute" (
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "requests" INTEGER NOT NULL,
    "failures" INTEGER NOT NULL,

    CONSTRAINT "request_minute_pkey" PRIMARY KEY ("minute")
);

-- CreateTable
CREATE TABLE "fund_transfer" (
    "id" UUID NOT NULL,
    "reference" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "destination" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "state" "fund_transfer_state" NOT NULL DEFAULT 'waiting',
    "requested_by" UUID NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "needs_second" BOOLEAN NOT NULL,
    "decided_by" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "source_after" BIGINT,
    "destination_after" BIGINT,

    CONSTRAINT "fund_transfer_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "audit_seal_event_id_key" ON "audit_seal"("event_id");

-- CreateIndex
CREATE UNIQUE INDEX "fund_transfer_reference_key" ON "fund_transfer"("reference");

-- CreateIndex
CREATE INDEX "fund_transfer_state_requested_at_idx" ON "fund_transfer"("state", "requested_at");

-- CreateIndex
CREATE INDEX "fund_transfer_requested_by_idx" ON "fund_transfer"("requested_by");

-- CreateIndex
CREATE INDEX "fund_transfer_decided_by_idx" ON "fund_transfer"("decided_by");

-- CreateIndex
CREATE INDEX "journal_occurred_at_idx" ON "journal" USING BRIN ("occurred_at");

-- AddForeignKey
ALTER TABLE "audit_seal" ADD CONSTRAINT "audit_seal_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "audit_event"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_unsealed" ADD CONSTRAINT "audit_unsealed_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "audit_event"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fund_transfer" ADD CONSTRAINT "fund_transfer_requested_by_fkey" FOREIGN KEY ("requested_by") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fund_transfer" ADD CONSTRAINT "fund_transfer_decided_by_fkey" FOREIGN KEY ("decided_by") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What follows is written by hand.

ALTER TABLE request_minute ADD CONSTRAINT request_minute_counts CHECK (requests >= failures AND failures >= 0);

ALTER TABLE fund_transfer
  ADD CONSTRAINT fund_transfer_moves_something CHECK (amount > 0 AND source <> destination),
  ADD CONSTRAINT fund_transfer_is_decided CHECK ((state = 'waiting') = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL)),
  ADD CONSTRAINT fund_transfer_two_people CHECK (state <> 'completed' OR NOT needs_second OR decided_by <> requested_by),
  ADD CONSTRAINT fund_transfer_says_what_is_left CHECK (state <> 'completed' OR (source_after IS NOT NULL AND destination_after IS NOT NULL));

-- What was asked for stays as it was asked for; only what became of it is written later.
REVOKE UPDATE, DELETE ON fund_transfer FROM ngoma_app;
GRANT UPDATE (state, decided_by, decided_at, source_after, destination_after) ON fund_transfer TO ngoma_app;

ALTER TABLE audit_seal ADD CONSTRAINT audit_seal_is_a_hash CHECK (position > 0 AND hash ~ '^[0-9a-f]{64}$');

CREATE FUNCTION audit_wants_seal() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO audit_unsealed (event_id) SELECT id FROM new_events;
  RETURN NULL;
END $$;

CREATE TRIGGER audit_event_wants_seal AFTER INSERT ON audit_event
  REFERENCING NEW TABLE AS new_events FOR EACH STATEMENT EXECUTE FUNCTION audit_wants_seal();

-- What is on record already is sealed by the worker's first run.
INSERT INTO audit_unsealed (event_id) SELECT id FROM audit_event;

-- Records and seals stay as they are, also for the owner.
REVOKE UPDATE, DELETE ON audit_seal FROM ngoma_app;
REVOKE INSERT, UPDATE ON audit_unsealed FROM ngoma_app;

CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on % is not allowed: the audit is append-only', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER audit_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_event
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
CREATE TRIGGER audit_seal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seal
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
