-- AlterTable
ALTER TABLE "session" ADD COLUMN "second_factor_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "second_factor" (
    "user_id" UUID NOT NULL,
    "secret" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "last_step" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "second_factor_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "recovery_code" (
    "user_id" UUID NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("user_id","code_hash")
);

-- AddForeignKey
ALTER TABLE "second_factor" ADD CONSTRAINT "second_factor_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "second_factor"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;
