\ir ../sql/functions/cover_shares.sql
\ir ../sql/functions/hold_shares.sql
