-- AlterTable
ALTER TABLE "upload_session" ADD COLUMN     "stored_key" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "upload_session_stored_key_key" ON "upload_session"("stored_key");
