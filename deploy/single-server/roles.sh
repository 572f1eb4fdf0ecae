# Runs once, in an empty database: creates the login of web, realtime and worker, with the rights of ngoma_app only.
psql -v ON_ERROR_STOP=1 -v password="$PROCESS_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
CREATE ROLE ngoma_app NOLOGIN;
CREATE ROLE ngoma_process LOGIN PASSWORD :'password' IN ROLE ngoma_app;
SQL
