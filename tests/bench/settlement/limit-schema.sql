-- Tables of limit.sql: the ledger of docs/money.md without anything optional. Payment numbers start where its
-- first turn does.
CREATE SCHEMA bench_limit;
CREATE SEQUENCE bench_limit.turn;
CREATE TABLE bench_limit.account (id int PRIMARY KEY, posted bigint NOT NULL DEFAULT 0);
CREATE TABLE bench_limit.payment (
  number bigint PRIMARY KEY, id uuid NOT NULL UNIQUE, state text NOT NULL, votes int NOT NULL, dancer_id int NOT NULL,
  musician_id int NOT NULL, paid_at timestamptz, settled_at timestamptz
);
CREATE TABLE bench_limit.journal (
  id bigserial PRIMARY KEY, idempotency_key text NOT NULL UNIQUE, type text NOT NULL, source_type text NOT NULL,
  source_id text NOT NULL, actor text NOT NULL, occurred_at timestamptz NOT NULL, created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE bench_limit.entry (
  journal_id bigint NOT NULL, account_id int NOT NULL, amount bigint NOT NULL CHECK (amount <> 0),
  balance_after bigint NOT NULL, PRIMARY KEY (account_id, journal_id)
);
-- M-Pesa's account and the platform's, 30 dancers and 14 musicians.
INSERT INTO bench_limit.account (id) SELECT generate_series(1, 46);
INSERT INTO bench_limit.payment (number, id, state, votes, dancer_id, musician_id)
SELECT i, uuidv7(), 'awaiting', 1 + i % 5, 3 + i % 30, 33 + i % 14 FROM generate_series(200, 100000) AS i;
