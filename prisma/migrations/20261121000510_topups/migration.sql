-- CreateTable
CREATE TABLE "topup" (
    "intent_id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "account_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "topup_pkey" PRIMARY KEY ("intent_id")
);

-- CreateIndex
CREATE INDEX "topup_owner_id_created_at_idx" ON "topup"("owner_id", "created_at");

-- AddForeignKey
ALTER TABLE "topup" ADD CONSTRAINT "topup_intent_id_fkey" FOREIGN KEY ("intent_id") REFERENCES "payment_intent"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "topup" ADD CONSTRAINT "topup_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Where a top-up's money goes is settled when it is asked for.
REVOKE UPDATE, DELETE ON topup FROM ngoma_app;
