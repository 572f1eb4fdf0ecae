-- Payments that M-Pesa has given back, as its statement lists it. The release before writes none, and shows none.
CREATE TABLE mpesa_reversal (
  receipt TEXT PRIMARY KEY,
  payment TEXT REFERENCES mpesa_receipt ON DELETE RESTRICT ON UPDATE CASCADE,
  amount BIGINT NOT NULL,
  names TEXT[],
  account_reference TEXT NOT NULL,
  phone TEXT NOT NULL,
  line TEXT NOT NULL,
  reversed_at TIMESTAMPTZ(3) NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  closed_at TIMESTAMPTZ(3),
  CONSTRAINT mpesa_reversal_amount_positive CHECK (amount > 0)
);
CREATE INDEX mpesa_reversal_payment_idx ON mpesa_reversal (payment);
CREATE INDEX mpesa_reversal_open ON mpesa_reversal (created_at) WHERE closed_at IS NULL;

-- People decide about a reversal of a payment that is not known, and about a payout that was paid after it was cancelled.
ALTER TABLE resolution DROP CONSTRAINT resolution_subject;
ALTER TABLE resolution ADD CONSTRAINT resolution_subject
  CHECK (subject_type IN ('payment', 'receipt', 'payout', 'difference', 'reversal', 'alert')) NOT VALID;
ALTER TABLE resolution VALIDATE CONSTRAINT resolution_subject;
