-- The sums of a wallet's entries up to a journal, so that a wallet is read by the entries of a day. They are made each night; a
-- wallet without them is summed over all its entries, as the release before does. No foreign key, like entries: an invariant
-- compares each with the ledger.
CREATE TABLE wallet_snapshot (
  account_id BIGINT PRIMARY KEY,
  through_journal BIGINT NOT NULL,
  amount BIGINT NOT NULL,
  earned BIGINT NOT NULL,
  spent_on_votes BIGINT NOT NULL,
  entries INTEGER NOT NULL,
  last_at TIMESTAMPTZ(3)
);
