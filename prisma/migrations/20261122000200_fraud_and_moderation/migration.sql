-- CreateEnum
CREATE TYPE "fraud_signal_kind" AS ENUM ('own_phone', 'device', 'network', 'phone', 'burst');

-- CreateEnum
CREATE TYPE "fraud_signal_status" AS ENUM ('open', 'held', 'dismissed', 'escalated');

-- AlterTable
ALTER TABLE "comment" ADD COLUMN     "removal_reason" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "comment_report" ADD COLUMN     "dismissed_at" TIMESTAMPTZ(3),
ADD COLUMN     "dismissed_by" UUID;

-- AlterTable
ALTER TABLE "gift" ADD COLUMN     "network" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "fraud_signal" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "kind" "fraud_signal_kind" NOT NULL,
    "status" "fraud_signal_status" NOT NULL DEFAULT 'open',
    "video_id" UUID NOT NULL,
    "intent_id" UUID,
    "subject" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "score" INTEGER NOT NULL,
    "reasons" JSONB NOT NULL,
    "gifts" INTEGER NOT NULL,
    "votes" INTEGER NOT NULL,
    "gift_ids" UUID[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_by" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "note" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "fraud_signal_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "fraud_signal_video_id_idx" ON "fraud_signal"("video_id");

-- CreateIndex
CREATE INDEX "fraud_signal_intent_id_idx" ON "fraud_signal"("intent_id");

-- CreateIndex
CREATE INDEX "fraud_signal_status_score_idx" ON "fraud_signal"("status", "score");

-- CreateIndex
CREATE INDEX "fraud_signal_decided_by_idx" ON "fraud_signal"("decided_by");

-- CreateIndex
CREATE UNIQUE INDEX "fraud_signal_kind_video_id_subject_day_key" ON "fraud_signal"("kind", "video_id", "subject", "day");

-- AddForeignKey
ALTER TABLE "fraud_signal" ADD CONSTRAINT "fraud_signal_video_id_fkey" FOREIGN KEY ("video_id") REFERENCES "video"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fraud_signal" ADD CONSTRAINT "fraud_signal_intent_id_fkey" FOREIGN KEY ("intent_id") REFERENCES "gift"("intent_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fraud_signal" ADD CONSTRAINT "fraud_signal_decided_by_fkey" FOREIGN KEY ("decided_by") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma cannot say.

ALTER TABLE fraud_signal
  ADD CONSTRAINT fraud_signal_score_in_bounds CHECK (score BETWEEN 0 AND 100),
  ADD CONSTRAINT fraud_signal_counts_gifts CHECK (gifts > 0 AND votes > 0),
  ADD CONSTRAINT fraud_signal_held_is_of_one_gift CHECK (status <> 'held' OR intent_id IS NOT NULL),
  ADD CONSTRAINT fraud_signal_decision_is_signed
    CHECK (status NOT IN ('dismissed', 'escalated') OR (decided_by IS NOT NULL AND decided_at IS NOT NULL));
ALTER TABLE comment_report ADD CONSTRAINT comment_report_dismissal_is_signed
  CHECK ((dismissed_at IS NULL) = (dismissed_by IS NULL));

-- Officers ask for comments with open reports.
CREATE INDEX comment_report_open ON comment_report (comment_id) WHERE dismissed_at IS NULL;

-- Signals are evidence: the product adds and decides, it takes none away.
REVOKE DELETE ON fraud_signal FROM ngoma_app;

-- The phones that are known as somebody's own, as 2547XXXXXXXX, and how they are known.
CREATE VIEW known_phone AS
  SELECT id AS owner_id, '254' || right(regexp_replace(phone_number, '\D', '', 'g'), 9) AS phone, 'profile' AS link
    FROM app_user WHERE length(phone_number) >= 9
  UNION ALL SELECT owner_id, phone, 'withdrawal' FROM payout WHERE state <> 'cancelled'
  UNION ALL SELECT t.owner_id, i.phone, 'top_up' FROM topup t JOIN payment_intent i ON i.id = t.intent_id
    WHERE i.state = 'credited' AND i.phone <> ''
  UNION ALL SELECT s.dancer_id, i.phone, 'subscription' FROM subscription_payment p
    JOIN subscription s ON s.id = p.subscription_id JOIN payment_intent i ON i.id = p.intent_id
    WHERE i.state = 'credited' AND i.phone <> '';
GRANT SELECT ON known_phone TO ngoma_app;
