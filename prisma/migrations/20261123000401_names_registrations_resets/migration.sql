-- CreateEnum
CREATE TYPE "second_factor_reset_state" AS ENUM ('waiting', 'completed', 'rejected');

-- AlterTable
ALTER TABLE "app_user" ADD COLUMN     "username_look" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "profile" ADD COLUMN     "display_name_look" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "registration" (
    "email" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "username" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "role" "role" NOT NULL,
    "phone_number" TEXT NOT NULL DEFAULT '',
    "location" TEXT NOT NULL DEFAULT '',
    "social_links" JSONB NOT NULL DEFAULT '{}',
    "locale" TEXT NOT NULL DEFAULT 'en',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "link_hash" BYTEA,
    "link_expires_at" TIMESTAMPTZ(3),
    "mailed_at" TIMESTAMPTZ(3)[] DEFAULT ARRAY[]::TIMESTAMPTZ(3)[],

    CONSTRAINT "registration_pkey" PRIMARY KEY ("email")
);

-- CreateTable
CREATE TABLE "second_factor_reset" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "state" "second_factor_reset_state" NOT NULL DEFAULT 'waiting',
    "requested_by" UUID NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by" UUID,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "second_factor_reset_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "registration_id_key" ON "registration"("id");

-- CreateIndex
CREATE UNIQUE INDEX "registration_link_hash_key" ON "registration"("link_hash");

-- CreateIndex
CREATE INDEX "registration_expires_at_idx" ON "registration"("expires_at");

-- CreateIndex
CREATE INDEX "second_factor_reset_user_id_state_idx" ON "second_factor_reset"("user_id", "state");

-- CreateIndex
CREATE INDEX "second_factor_reset_requested_by_idx" ON "second_factor_reset"("requested_by");

-- CreateIndex
CREATE INDEX "second_factor_reset_decided_by_idx" ON "second_factor_reset"("decided_by");

-- CreateIndex
CREATE INDEX "app_user_username_look_idx" ON "app_user"("username_look");

-- CreateIndex
CREATE INDEX "profile_display_name_look_idx" ON "profile"("display_name_look");

-- AddForeignKey
ALTER TABLE "second_factor_reset" ADD CONSTRAINT "second_factor_reset_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "second_factor_reset" ADD CONSTRAINT "second_factor_reset_requested_by_fkey" FOREIGN KEY ("requested_by") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "second_factor_reset" ADD CONSTRAINT "second_factor_reset_decided_by_fkey" FOREIGN KEY ("decided_by") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A name that waits is kept for one person, whatever the case of its letters.
CREATE UNIQUE INDEX registration_username_key ON registration (lower(username));
ALTER TABLE registration ADD CONSTRAINT registration_email_lower CHECK (email = lower(email));

-- One reset of somebody's app waits at a time, and two people make it.
CREATE UNIQUE INDEX second_factor_reset_waiting_key ON second_factor_reset (user_id) WHERE state = 'waiting';
ALTER TABLE second_factor_reset
  -- Nobody of the desk has decided where the reset was made by command meanwhile: then it is called off.
  ADD CONSTRAINT second_factor_reset_decided CHECK ((state = 'waiting') = (decided_at IS NULL)
    AND (state <> 'waiting' OR decided_by IS NULL) AND (state <> 'completed' OR decided_by IS NOT NULL)),
  ADD CONSTRAINT second_factor_reset_by_two CHECK (state <> 'completed'
    OR (decided_by <> requested_by AND decided_by <> user_id AND requested_by <> user_id));
REVOKE UPDATE, DELETE ON second_factor_reset FROM ngoma_app;
GRANT UPDATE (state, decided_by, decided_at) ON second_factor_reset TO ngoma_app;
