-- The role that web, realtime and worker take (DATABASE_ROLE). It cannot rewrite the ledger: balances, journals and
-- entries come into being through post_journals alone, which runs with its owner's rights.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'ngoma_app') THEN
    CREATE ROLE ngoma_app NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL; -- another database of this cluster was migrated at the same moment
END $$;

GRANT USAGE ON SCHEMA public TO ngoma_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ngoma_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ngoma_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ngoma_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO ngoma_app;

REVOKE INSERT, UPDATE, DELETE ON journal, entry FROM ngoma_app;
REVOKE INSERT, UPDATE, DELETE ON account FROM ngoma_app;

-- A login that is not a superuser may take the role.
DO $$
BEGIN
  EXECUTE format('GRANT ngoma_app TO %I', current_user);
EXCEPTION WHEN insufficient_privilege OR invalid_grant_operation THEN
  NULL;
END $$;
