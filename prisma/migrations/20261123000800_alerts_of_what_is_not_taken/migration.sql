-- AlterEnum
-- A value that is added can be used once its transaction is over: the next migration does.
ALTER TYPE "payout_alert_kind" ADD VALUE 'stuck';
ALTER TYPE "payout_alert_kind" ADD VALUE 'all_stuck';
