-- The books know the bank: accounts and journals for money that moves outside of the product, the cash position of each day, and no
-- baseline any more beside what the ledger says.

CREATE TYPE cash_kind AS ENUM ('to_bank', 'float_in', 'mpesa_move', 'mpesa_charge', 'bank_charge', 'owner_in', 'owner_out', 'opening');
CREATE TYPE cash_state AS ENUM ('waiting', 'confirmed', 'rejected');

CREATE TABLE cash_journal (
  id UUID PRIMARY KEY,
  reference TEXT NOT NULL,
  kind cash_kind NOT NULL,
  place TEXT,
  amount BIGINT NOT NULL,
  working BIGINT NOT NULL DEFAULT 0,
  utility BIGINT NOT NULL DEFAULT 0,
  bank BIGINT NOT NULL DEFAULT 0,
  evidence TEXT NOT NULL DEFAULT '',
  receipt TEXT,
  note TEXT NOT NULL DEFAULT '',
  happened_at TIMESTAMPTZ(3) NOT NULL,
  state cash_state NOT NULL DEFAULT 'waiting',
  reverses UUID REFERENCES cash_journal ON DELETE RESTRICT ON UPDATE CASCADE,
  proposed_by UUID REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  proposed_at TIMESTAMPTZ(3) NOT NULL,
  decided_by UUID REFERENCES app_user ON DELETE RESTRICT ON UPDATE CASCADE,
  decided_at TIMESTAMPTZ(3),
  CONSTRAINT cash_journal_amount CHECK (amount >= 0 AND (amount > 0 OR kind = 'opening')),
  CONSTRAINT cash_journal_place CHECK ((place IS NULL) = (kind = 'opening') AND coalesce(place IN ('working', 'utility', 'bank'), true)),
  CONSTRAINT cash_journal_decided CHECK ((state = 'waiting') = (decided_at IS NULL)),
  CONSTRAINT cash_journal_moves CHECK (working <> 0 OR utility <> 0 OR bank <> 0)
);
CREATE UNIQUE INDEX cash_journal_reference_key ON cash_journal (reference);
CREATE INDEX cash_journal_state_happened_at_idx ON cash_journal (state, happened_at);
CREATE INDEX cash_journal_happened_at_idx ON cash_journal (happened_at);
CREATE INDEX cash_journal_proposed_by_idx ON cash_journal (proposed_by);
CREATE INDEX cash_journal_decided_by_idx ON cash_journal (decided_by);
-- A charge that people have entered is not booked again when the statement lists it. A receipt can be of a transfer and of its charge.
CREATE UNIQUE INDEX cash_journal_receipt_key ON cash_journal (kind, receipt) WHERE state <> 'rejected' AND reverses IS NULL;
CREATE UNIQUE INDEX cash_journal_reverses_key ON cash_journal (reverses) WHERE state <> 'rejected';
CREATE UNIQUE INDEX cash_journal_opening_key ON cash_journal (kind) WHERE kind = 'opening' AND reverses IS NULL;

CREATE TABLE cash_day (
  day DATE PRIMARY KEY,
  noted_at TIMESTAMPTZ(3) NOT NULL,
  working BIGINT,
  utility BIGINT,
  uncleared BIGINT,
  read_at TIMESTAMPTZ(3),
  booked_working BIGINT NOT NULL,
  booked_utility BIGINT NOT NULL,
  bank BIGINT NOT NULL,
  wallets BIGINT NOT NULL,
  held BIGINT NOT NULL,
  suspense BIGINT NOT NULL,
  prize_pool BIGINT NOT NULL,
  royalty_pool BIGINT NOT NULL,
  other BIGINT NOT NULL,
  free BIGINT NOT NULL
);

-- Only what became of a proposal is written later.
REVOKE UPDATE, DELETE ON cash_journal FROM ngoma_app;
GRANT UPDATE (state, decided_by, decided_at) ON cash_journal TO ngoma_app;
REVOKE DELETE ON cash_day FROM ngoma_app;

-- Each can be on either side: they hold money, or say where it went.
INSERT INTO account (kind, allow_negative)
SELECT k, true FROM unnest(ARRAY['mpesa_float', 'bank', 'owner_funds', 'mpesa_charges', 'bank_charges']) AS k;

-- What was expected beside the ledger becomes one journal, of the day on which the books begin to have it.
INSERT INTO cash_journal (id, reference, kind, amount, working, utility, happened_at, state, proposed_at, decided_at)
SELECT uuidv7(), 'JOPENING', 'opening', abs(sum(working) + sum(utility)), sum(working), sum(utility), now(), 'confirmed', now(), now()
FROM (SELECT CASE account WHEN 'working' THEN amount ELSE 0 END AS working,
    CASE account WHEN 'utility' THEN amount ELSE 0 END AS utility FROM balance_baseline) AS beside
HAVING sum(working) <> 0 OR sum(utility) <> 0;

SELECT post_journals(ARRAY['cash:' || c.id], ARRAY['opening'], ARRAY['cash_journal'], ARRAY[c.id::text], ARRAY[NULL::bigint],
  ARRAY['system'], ARRAY[c.happened_at], ARRAY[1, 1, 1],
  ARRAY[(SELECT id FROM account WHERE kind = 'mpesa_collection'), (SELECT id FROM account WHERE kind = 'mpesa_float'),
    (SELECT id FROM account WHERE kind = 'owner_funds')],
  ARRAY[-c.working, -c.utility, c.working + c.utility])
FROM cash_journal c WHERE c.kind = 'opening';

ALTER TABLE balance_check ADD COLUMN uncleared BIGINT NOT NULL DEFAULT 0, ADD COLUMN booked_working BIGINT, ADD COLUMN booked_utility BIGINT;
UPDATE balance_check SET
  booked_working = collected + coalesce((SELECT amount FROM balance_baseline WHERE account = 'working'), 0),
  booked_utility = coalesce((SELECT amount FROM balance_baseline WHERE account = 'utility'), 0) - paid_out;
ALTER TABLE balance_check ALTER COLUMN booked_working SET NOT NULL, ALTER COLUMN booked_utility SET NOT NULL,
  ALTER COLUMN uncleared DROP DEFAULT, DROP COLUMN collected, DROP COLUMN paid_out;

DROP TABLE balance_baseline;
