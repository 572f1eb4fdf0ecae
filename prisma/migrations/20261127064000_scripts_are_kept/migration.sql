-- The script of each applied migration, as it ran: a backup carries all of them, and a release that is older than the database has not got
-- the newest in its image. `db:migrate` fills it, those of before as well.
CREATE TABLE migration_script (
  name TEXT PRIMARY KEY,
  checksum TEXT NOT NULL,
  script TEXT NOT NULL
);
-- A restore runs these with the rights of the tables' owner, so nobody else may write them.
REVOKE INSERT, UPDATE, DELETE ON migration_script FROM ngoma_app;
