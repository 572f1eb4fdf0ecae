-- CreateEnum
CREATE TYPE "signal_action_kind" AS ENUM ('hold', 'release', 'send_back');

-- CreateEnum
CREATE TYPE "signal_action_state" AS ENUM ('proposed', 'running', 'done', 'rejected');

-- AlterEnum
ALTER TYPE "fraud_signal_status" ADD VALUE 'released';
ALTER TYPE "fraud_signal_status" ADD VALUE 'refunded';

-- CreateTable
CREATE TABLE "signal_action" (
    "id" UUID NOT NULL,
    "signal_id" UUID NOT NULL,
    "kind" "signal_action_kind" NOT NULL,
    "state" "signal_action_state" NOT NULL DEFAULT 'proposed',
    "amount" BIGINT NOT NULL,
    "note" TEXT NOT NULL,
    "proposed_by" UUID NOT NULL,
    "proposed_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "decision_note" TEXT NOT NULL DEFAULT '',
    "finished_at" TIMESTAMPTZ(3),
    "rank_before" INTEGER,
    "rank_after" INTEGER,

    CONSTRAINT "signal_action_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "signal_action_gift" (
    "action_id" UUID NOT NULL,
    "intent_id" UUID NOT NULL,
    "done_at" TIMESTAMPTZ(3),
    "skipped" TEXT NOT NULL DEFAULT '',
    "borne" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "signal_action_gift_pkey" PRIMARY KEY ("action_id","intent_id")
);

-- CreateTable
CREATE TABLE "share_hold" (
    "intent_id" UUID NOT NULL,
    "account_id" BIGINT NOT NULL,
    "amount" BIGINT NOT NULL,
    "short" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "share_hold_pkey" PRIMARY KEY ("intent_id","account_id")
);

-- CreateIndex
CREATE INDEX "signal_action_signal_id_idx" ON "signal_action"("signal_id");

-- CreateIndex
CREATE INDEX "signal_action_proposed_by_idx" ON "signal_action"("proposed_by");

-- CreateIndex
CREATE INDEX "signal_action_decided_by_idx" ON "signal_action"("decided_by");

-- CreateIndex
CREATE INDEX "signal_action_gift_intent_id_idx" ON "signal_action_gift"("intent_id");

-- CreateIndex
CREATE INDEX "share_hold_account_id_idx" ON "share_hold"("account_id");

-- AddForeignKey
ALTER TABLE "signal_action" ADD CONSTRAINT "signal_action_signal_id_fkey" FOREIGN KEY ("signal_id") REFERENCES "fraud_signal"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signal_action" ADD CONSTRAINT "signal_action_proposed_by_fkey" FOREIGN KEY ("proposed_by") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signal_action" ADD CONSTRAINT "signal_action_decided_by_fkey" FOREIGN KEY ("decided_by") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signal_action_gift" ADD CONSTRAINT "signal_action_gift_action_id_fkey" FOREIGN KEY ("action_id") REFERENCES "signal_action"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signal_action_gift" ADD CONSTRAINT "signal_action_gift_intent_id_fkey" FOREIGN KEY ("intent_id") REFERENCES "gift"("intent_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "share_hold" ADD CONSTRAINT "share_hold_intent_id_fkey" FOREIGN KEY ("intent_id") REFERENCES "gift"("intent_id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE signal_action
  ADD CONSTRAINT signal_action_decision_is_signed
    CHECK ((state = 'proposed') = (decided_by IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  ADD CONSTRAINT signal_action_end_is_dated CHECK ((state = 'done') = (finished_at IS NOT NULL));
-- One at a time for each signal.
CREATE UNIQUE INDEX signal_action_live_key ON signal_action (signal_id) WHERE state IN ('proposed', 'running');
CREATE INDEX signal_action_running ON signal_action (decided_at) WHERE state = 'running';
CREATE INDEX signal_action_gift_due ON signal_action_gift (action_id, intent_id) WHERE done_at IS NULL;
ALTER TABLE share_hold ADD CONSTRAINT share_hold_not_negative CHECK (amount >= 0 AND short >= 0);

-- What was proposed stays as it was; only what became of it is written later.
REVOKE UPDATE, DELETE ON signal_action, signal_action_gift FROM ngoma_app;
GRANT UPDATE (state, decided_by, decided_at, decision_note, finished_at, rank_before, rank_after) ON signal_action TO ngoma_app;
GRANT UPDATE (done_at, skipped, borne) ON signal_action_gift TO ngoma_app;
-- Only hold_shares writes it, with what the accounts hold.
REVOKE INSERT, UPDATE, DELETE ON share_hold FROM ngoma_app;

-- Holds the dancers' and musicians' shares of the counted gifts of these videos about which a signal is open, and ends the holds of
-- all others, so that nobody withdraws them meanwhile. What a wallet has spent already is noted as short. The same call again
-- changes nothing. The accounts are locked in the order of their ids before anything is read: a withdrawal, a gift that is taken
-- back and a signal that opens at the same moment see each other.
CREATE OR REPLACE FUNCTION hold_shares(p_videos uuid[], p_dancer bigint, p_musician bigint, p_at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  PERFORM 1 FROM account WHERE id IN (
    SELECT unnest(ARRAY[d.id, m.id])
    FROM video v JOIN track t ON t.id = v.track_id
      JOIN account d ON d.kind = 'dancer' AND d.owner_id = v.dancer_id
      JOIN account m ON m.kind = 'musician' AND m.owner_id = t.musician_id
    WHERE v.id = ANY (p_videos)
    UNION
    SELECT h.account_id FROM share_hold h JOIN gift g ON g.intent_id = h.intent_id WHERE g.video_id = ANY (p_videos)
  ) ORDER BY id FOR NO KEY UPDATE;

  WITH doubted AS (
    SELECT DISTINCT g.intent_id
    FROM fraud_signal s CROSS JOIN unnest(s.gift_ids) AS named(id)
      JOIN gift g ON g.intent_id = named.id JOIN payment_intent i ON i.id = g.intent_id
    WHERE s.video_id = ANY (p_videos) AND s.status IN ('open', 'escalated') AND i.state = 'credited'
  ), ended AS (
    DELETE FROM share_hold h USING gift g
    WHERE g.intent_id = h.intent_id AND g.video_id = ANY (p_videos)
      AND NOT EXISTS (SELECT FROM doubted d WHERE d.intent_id = h.intent_id)
    RETURNING h.account_id, h.amount
  ), sums AS (
    SELECT account_id, cents_sum(amount) AS amount FROM ended GROUP BY account_id
  )
  UPDATE account a SET held = a.held - s.amount, version = a.version + 1
  FROM sums s WHERE a.id = s.account_id AND s.amount > 0;

  WITH due AS (
    SELECT g.intent_id, x.account_id, x.share
    FROM fraud_signal s CROSS JOIN unnest(s.gift_ids) AS named(id)
      JOIN gift g ON g.intent_id = named.id JOIN payment_intent i ON i.id = g.intent_id
      CROSS JOIN LATERAL (VALUES
        (g.dancer_account_id, g.vote_count * p_dancer), (g.musician_account_id, g.vote_count * p_musician)
      ) AS x(account_id, share)
    WHERE s.video_id = ANY (p_videos) AND s.status IN ('open', 'escalated') AND i.state = 'credited'
      AND NOT EXISTS (SELECT FROM share_hold h WHERE h.intent_id = g.intent_id AND h.account_id = x.account_id)
    GROUP BY g.intent_id, x.account_id, x.share
  ), covered AS (
    SELECT d.intent_id, d.account_id, d.share,
      least(d.share, greatest(0, a.posted - a.held + d.share
        - cents_sum(d.share) OVER (PARTITION BY d.account_id ORDER BY d.intent_id ROWS UNBOUNDED PRECEDING))) AS amount
    FROM due d JOIN account a ON a.id = d.account_id
  ), begun AS (
    INSERT INTO share_hold (intent_id, account_id, amount, short, created_at)
    SELECT intent_id, account_id, amount, share - amount, p_at FROM covered
    RETURNING account_id, amount
  ), sums AS (
    SELECT account_id, cents_sum(amount) AS amount FROM begun GROUP BY account_id
  )
  UPDATE account a SET held = a.held + s.amount, version = a.version + 1
  FROM sums s WHERE a.id = s.account_id AND s.amount > 0;
END $$;
