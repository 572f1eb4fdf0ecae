-- CreateIndex
CREATE INDEX "comment_report_reporter_id_idx" ON "comment_report"("reporter_id");
