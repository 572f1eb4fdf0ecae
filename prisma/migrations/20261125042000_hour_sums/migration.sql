-- What the journals of an hour came to, by their type, up to a journal, so that the desk's charts of 30 days are read by the journals of an
-- hour and not by those of a month. The worker adds to them each hour; without it the charts read all journals, as the release before does.
-- No foreign key, like entries: an invariant compares each with the ledger.
CREATE TABLE hour_sum (
  hour TIMESTAMPTZ(3) NOT NULL,
  type TEXT NOT NULL,
  journals INTEGER NOT NULL,
  credited BIGINT NOT NULL,
  through_journal BIGINT NOT NULL,
  PRIMARY KEY (hour, type)
);
CREATE INDEX hour_sum_through_journal_idx ON hour_sum (through_journal);

-- The wallets that hold something for a withdrawal.
CREATE INDEX account_held ON account (held) WHERE held > 0;
