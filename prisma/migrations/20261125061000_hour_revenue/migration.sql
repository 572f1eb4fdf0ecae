-- What platform revenue got in an hour, by the type of journal, up to a journal, so that the money of a month is read by its hours and not
-- by all its entries. The worker adds to it with the sums of hours; without it all entries of the days that are asked about are read. No
-- foreign key, like entries: an invariant compares each with the ledger. The release before neither reads nor writes it.
CREATE TABLE hour_revenue (
  hour TIMESTAMPTZ(3) NOT NULL,
  type TEXT NOT NULL,
  amount BIGINT NOT NULL,
  through_journal BIGINT NOT NULL,
  PRIMARY KEY (hour, type)
);
CREATE INDEX hour_revenue_through_journal_idx ON hour_revenue (through_journal);
