-- CreateEnum
CREATE TYPE "notification_kind" AS ENUM ('identity_decided', 'video_decided', 'track_decided', 'tracks_assigned', 'submission_closes', 'votes_yesterday', 'rank_changed', 'month_result', 'payout_sent', 'payout_failed', 'royalties');

-- CreateEnum
CREATE TYPE "notification_channel" AS ENUM ('mail', 'push');

-- CreateTable
CREATE TABLE "notification" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "user_id" UUID NOT NULL,
    "kind" "notification_kind" NOT NULL,
    "occasion" TEXT NOT NULL,
    "template" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3),
    "mail_due_at" TIMESTAMPTZ(3),
    "mail_sent_at" TIMESTAMPTZ(3),
    "push_due_at" TIMESTAMPTZ(3),
    "push_sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "notification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification_choice" (
    "user_id" UUID NOT NULL,
    "kind" "notification_kind" NOT NULL,
    "channel" "notification_channel" NOT NULL,
    "is_on" BOOLEAN NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notification_choice_pkey" PRIMARY KEY ("user_id","kind","channel")
);

-- CreateTable
CREATE TABLE "push_subscription" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "endpoint" TEXT NOT NULL,
    "p256dh" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "user_id" UUID,
    "session_id" UUID,
    "locale" TEXT NOT NULL DEFAULT 'en',
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "push_subscription_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "result_follower" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "challenge_id" UUID NOT NULL,
    "email" TEXT,
    "push_subscription_id" UUID,
    "locale" TEXT NOT NULL DEFAULT 'en',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "asked_at" TIMESTAMPTZ(3)[] DEFAULT ARRAY[]::TIMESTAMPTZ(3)[],
    "tried_until" TIMESTAMPTZ(3),

    CONSTRAINT "result_follower_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "told_rank" (
    "challenge_id" UUID NOT NULL,
    "dancer_id" UUID NOT NULL,
    "rank" INTEGER NOT NULL,
    "told_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "told_rank_pkey" PRIMARY KEY ("challenge_id","dancer_id")
);

-- CreateIndex
CREATE INDEX "notification_user_id_created_at_idx" ON "notification"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "notification_created_at_idx" ON "notification"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "notification_user_id_kind_occasion_key" ON "notification"("user_id", "kind", "occasion");

-- CreateIndex
CREATE UNIQUE INDEX "push_subscription_endpoint_key" ON "push_subscription"("endpoint");

-- CreateIndex
CREATE INDEX "push_subscription_user_id_idx" ON "push_subscription"("user_id");

-- CreateIndex
CREATE INDEX "push_subscription_session_id_idx" ON "push_subscription"("session_id");

-- CreateIndex
CREATE INDEX "result_follower_push_subscription_id_idx" ON "result_follower"("push_subscription_id");

-- CreateIndex
CREATE INDEX "result_follower_created_at_idx" ON "result_follower"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "result_follower_challenge_id_email_key" ON "result_follower"("challenge_id", "email");

-- CreateIndex
CREATE UNIQUE INDEX "result_follower_challenge_id_push_subscription_id_key" ON "result_follower"("challenge_id", "push_subscription_id");

-- CreateIndex
CREATE INDEX "told_rank_dancer_id_idx" ON "told_rank"("dancer_id");

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_choice" ADD CONSTRAINT "notification_choice_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "result_follower" ADD CONSTRAINT "result_follower_challenge_id_fkey" FOREIGN KEY ("challenge_id") REFERENCES "challenge"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "result_follower" ADD CONSTRAINT "result_follower_push_subscription_id_fkey" FOREIGN KEY ("push_subscription_id") REFERENCES "push_subscription"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "told_rank" ADD CONSTRAINT "told_rank_challenge_id_fkey" FOREIGN KEY ("challenge_id") REFERENCES "challenge"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "told_rank" ADD CONSTRAINT "told_rank_dancer_id_fkey" FOREIGN KEY ("dancer_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is due is a small part of what is kept, and so is what nobody has read.
CREATE INDEX notification_mail_due ON notification (mail_due_at) WHERE mail_due_at IS NOT NULL;
CREATE INDEX notification_push_due ON notification (push_due_at) WHERE push_due_at IS NOT NULL;
CREATE INDEX notification_unread ON notification (user_id) WHERE read_at IS NULL;
CREATE INDEX result_follower_confirmed ON result_follower (challenge_id) WHERE confirmed_at IS NOT NULL;

-- A voter is told by one of the two. The address waits for its confirmation, the device has none to give.
ALTER TABLE result_follower ADD CONSTRAINT result_follower_is_told_somehow
  CHECK (num_nonnulls(email, push_subscription_id) = 1 AND (email IS NOT NULL OR confirmed_at IS NOT NULL));
ALTER TABLE told_rank ADD CONSTRAINT told_rank_is_a_place CHECK (rank > 0);
