-- The entries of a journal are looked for in a sixth of the pages: 0.9 ms instead of 5.8 ms with two million gifts, for 100 KB more. Pages
-- written since the last vacuum are looked through one and all, and on a table that only grows that may be a fifth of it: now each
-- sixteen are noted soon after they are full.
CREATE INDEX entry_in_journal ON entry USING BRIN ((journal_id + 0)) WITH (pages_per_range = 16, autosummarize = on);
-- What PostgreSQL knows of an expression goes with its index; without it each look would read the whole table.
ANALYZE entry;
-- Last, because it keeps readers out as well until this is committed.
DROP INDEX entry_of_journal;
