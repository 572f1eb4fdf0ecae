-- AlterTable
ALTER TABLE "payout" ADD COLUMN     "tries" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "tried_since" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "refund" ADD COLUMN     "tries" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "tried_since" TIMESTAMPTZ(3);

-- What Prisma cannot say.

ALTER TABLE payout ADD CONSTRAINT payout_tries_since CHECK ((tries = 0) = (tried_since IS NULL));
ALTER TABLE refund ADD CONSTRAINT refund_tries_since CHECK ((tries = 0) = (tried_since IS NULL));

-- That M-Pesa takes on no payout at all is told once, like the walls that hold up the queue.
DROP INDEX payout_alert_open_pause_key;
CREATE UNIQUE INDEX payout_alert_open_queue_key ON payout_alert (kind)
  WHERE resolved_at IS NULL AND kind IN ('no_float', 'initiator_refused', 'all_stuck');

GRANT UPDATE (tries, tried_since) ON payout, refund TO ngoma_app;
