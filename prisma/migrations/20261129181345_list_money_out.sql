-- CreateIndex
CREATE INDEX "refund_created_at_idx" ON "refund"("created_at");

-- CreateIndex
CREATE INDEX "refund_phone_idx" ON "refund"("phone");

-- CreateIndex
CREATE INDEX "royalty_statement_created_at_idx" ON "royalty_statement"("created_at");

-- What is rare is not looked for among all that is paid.
CREATE INDEX payout_cancelled ON payout (created_at) WHERE state = 'cancelled';
CREATE INDEX refund_open ON refund (created_at) WHERE state <> 'done';
