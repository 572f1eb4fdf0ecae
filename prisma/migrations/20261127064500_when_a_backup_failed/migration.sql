-- When a try to make or to check a backup failed last: while another one may come, nobody is told that it has failed. The release before
-- leaves it empty, and is told at once.
ALTER TABLE backup ADD COLUMN failed_at TIMESTAMPTZ(3);
