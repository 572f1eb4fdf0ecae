-- Decisions of the desk that can be undone (docs/decisions/0062-decisions-wait-ten-seconds.md). The release before knows neither.

-- CreateTable
CREATE TABLE "held_decision" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "subject_type" "review_subject" NOT NULL,
    "subject_id" UUID NOT NULL,
    "officer_id" UUID NOT NULL,
    "action" "kyc_action" NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "details" JSONB NOT NULL DEFAULT '{}',
    "address" TEXT NOT NULL DEFAULT '',
    "decided_at" TIMESTAMPTZ(3) NOT NULL,
    "final_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "held_decision_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "held_decision_officer_id_idx" ON "held_decision"("officer_id");

-- CreateIndex
CREATE INDEX "held_decision_final_at_idx" ON "held_decision"("final_at");

-- CreateIndex
CREATE UNIQUE INDEX "held_decision_subject_type_subject_id_key" ON "held_decision"("subject_type", "subject_id");

-- AddForeignKey
ALTER TABLE "held_decision" ADD CONSTRAINT "held_decision_officer_id_fkey" FOREIGN KEY ("officer_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
