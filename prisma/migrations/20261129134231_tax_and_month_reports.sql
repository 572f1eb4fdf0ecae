-- AlterTable
ALTER TABLE "challenge_result" ADD COLUMN     "tax" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "royalty_statement" ADD COLUMN     "tax" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "month_report" (
    "challenge_id" UUID NOT NULL,
    "month" DATE NOT NULL,
    "closed_at" TIMESTAMPTZ(3) NOT NULL,
    "through_journal" BIGINT NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "month_report_pkey" PRIMARY KEY ("challenge_id")
);

-- CreateTable
CREATE TABLE "month_report_line" (
    "challenge_id" UUID NOT NULL,
    "journal_type" TEXT NOT NULL,
    "account_kind" TEXT NOT NULL,
    "debit" BIGINT NOT NULL,
    "credit" BIGINT NOT NULL,

    CONSTRAINT "month_report_line_pkey" PRIMARY KEY ("challenge_id","journal_type","account_kind")
);

-- CreateTable
CREATE TABLE "month_report_payout" (
    "journal_id" BIGINT NOT NULL,
    "challenge_id" UUID NOT NULL,
    "journal_type" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "receipt" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "paid_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "month_report_payout_pkey" PRIMARY KEY ("journal_id")
);

-- CreateTable
CREATE TABLE "report_recipient" (
    "email" TEXT NOT NULL,
    "locale" TEXT NOT NULL DEFAULT 'en',
    "added_by" UUID NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "report_recipient_pkey" PRIMARY KEY ("email")
);

-- CreateIndex
CREATE UNIQUE INDEX "month_report_month_key" ON "month_report"("month");

-- CreateIndex
CREATE INDEX "month_report_payout_challenge_id_idx" ON "month_report_payout"("challenge_id");

-- CreateIndex
CREATE INDEX "report_recipient_added_by_idx" ON "report_recipient"("added_by");

-- AddForeignKey
ALTER TABLE "month_report" ADD CONSTRAINT "month_report_challenge_id_fkey" FOREIGN KEY ("challenge_id") REFERENCES "challenge"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "month_report_line" ADD CONSTRAINT "month_report_line_challenge_id_fkey" FOREIGN KEY ("challenge_id") REFERENCES "month_report"("challenge_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "month_report_payout" ADD CONSTRAINT "month_report_payout_challenge_id_fkey" FOREIGN KEY ("challenge_id") REFERENCES "month_report"("challenge_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_recipient" ADD CONSTRAINT "report_recipient_added_by_fkey" FOREIGN KEY ("added_by") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

ALTER TABLE challenge_result ADD CONSTRAINT challenge_result_tax CHECK (tax BETWEEN 0 AND prize);
ALTER TABLE royalty_statement ADD CONSTRAINT royalty_statement_tax CHECK (tax BETWEEN 0 AND royalty);
ALTER TABLE month_report_line ADD CONSTRAINT month_report_line_sides CHECK (debit >= 0 AND credit >= 0);
ALTER TABLE report_recipient
  ADD CONSTRAINT report_recipient_email_lower_case CHECK (email = lower(email)),
  ADD CONSTRAINT report_recipient_locale CHECK (locale IN ('en', 'sw'));

-- What was reported stays as it was.
REVOKE UPDATE, DELETE ON month_report, month_report_line, month_report_payout FROM ngoma_app;

INSERT INTO account (kind) VALUES ('withholding_tax');
