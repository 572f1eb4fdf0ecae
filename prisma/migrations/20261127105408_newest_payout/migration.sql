-- The withdrawal that was asked for last (the wallets of super admins). An id does not say it: it is made of an Idempotency-Key.
CREATE INDEX payout_created_at_idx ON payout (created_at);
