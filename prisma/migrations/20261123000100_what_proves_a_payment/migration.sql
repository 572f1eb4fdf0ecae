-- What proves a payment (docs/money.md, docs/decisions/0052).

ALTER TABLE payment_intent
  ADD COLUMN hinted_checkout_request_id TEXT,
  ADD COLUMN confirmed_at TIMESTAMPTZ(3),
  ADD COLUMN receipt_missing_since TIMESTAMPTZ(3);

-- A CheckoutRequestID belongs to one payment.
CREATE UNIQUE INDEX payment_intent_checkout_key ON payment_intent (checkout_request_id) WHERE checkout_request_id IS NOT NULL;
CREATE INDEX payment_intent_receipt_missing ON payment_intent (receipt_missing_since) WHERE receipt_missing_since IS NOT NULL;
ALTER TABLE payment_intent ADD CONSTRAINT payment_intent_receipt_missing_of_credited
  CHECK (receipt_missing_since IS NULL OR state = 'credited');

ALTER TABLE mpesa_receipt
  ADD CONSTRAINT mpesa_receipt_is_a_receipt CHECK (receipt ~ '^[A-Z0-9]{10}$'),
  ADD COLUMN listed_on DATE,
  ADD COLUMN listed_amount BIGINT,
  ADD CONSTRAINT mpesa_receipt_listed_whole CHECK (num_nulls(listed_on, listed_amount) IN (0, 2));

CREATE INDEX mpesa_receipt_listed ON mpesa_receipt (listed_on) WHERE listed_on IS NOT NULL;

CREATE TABLE statement_day (
  day DATE PRIMARY KEY,
  lines INTEGER NOT NULL CHECK (lines >= 0),
  amount BIGINT NOT NULL CHECK (amount >= 0),
  read_at TIMESTAMPTZ(3) NOT NULL
);

-- Callbacks that wait for something of their own payment: few, and looked for by it.
CREATE INDEX callback_inbox_set_aside ON callback_inbox (intent_id) WHERE processed_at IS NULL AND outcome IS NOT NULL;

-- As before, and plain is only what names the prompt of its payment, at a time that can be believed: not before the prompt was
-- sent, and not in the future. Everything else is for settlement in the worker.
CREATE OR REPLACE FUNCTION credit_plain_gifts(
  moment timestamptz, batch int, behind bigint, other_kinds text[], undecided payment_state[], vote_price bigint,
  OUT seen int, OUT last bigint, OUT credited int,
  OUT intents uuid[], OUT paid timestamptz[], OUT videos uuid[], OUT votes int[], OUT dancers bigint[], OUT musicians bigint[]
) LANGUAGE plpgsql SET search_path = public SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  slack CONSTANT interval := '5 minutes';
  months uuid[];
  month_ends timestamptz[];
  callbacks bigint[];
  told uuid[];
  receipts text[];
  amounts bigint[];
  times timestamptz[];
  phones text[];
  checkouts text[];
BEGIN
  -- A month's close waits until what is credited here is committed, and what waits for the close finds it closed.
  SELECT array_agg(m.id), array_agg(m.ends_at) INTO months, month_ends
  FROM (SELECT c.id, c.ends_at FROM challenge c WHERE phase <> 'closed' FOR KEY SHARE) m;

  SELECT count(*), max(w.id), array_agg(w.id) FILTER (WHERE plain), array_agg(w.intent_id) FILTER (WHERE plain),
    array_agg(w.paid_receipt) FILTER (WHERE plain), array_agg(w.paid_amount) FILTER (WHERE plain), array_agg(w.paid_at) FILTER (WHERE plain),
    array_agg(w.paid_phone) FILTER (WHERE plain), array_agg(w.paid_checkout_request_id) FILTER (WHERE plain)
  INTO seen, last, callbacks, told, receipts, amounts, times, phones, checkouts
  FROM (
    SELECT b.id, b.intent_id, b.paid_receipt, b.paid_amount, b.paid_at, b.paid_phone, b.paid_checkout_request_id,
      b.paid_receipt IS NOT NULL AS plain
    FROM callback_inbox b
    WHERE b.processed_at IS NULL AND b.outcome IS NULL AND b.id > behind AND b.kind <> ALL (other_kinds)
    ORDER BY b.id LIMIT batch FOR UPDATE SKIP LOCKED
  ) w;

  WITH said AS (
    -- In the order of the intents, which is the one in which all lock them.
    SELECT s.*, count(*) OVER (PARTITION BY s.intent_id) AS copies
    FROM unnest(callbacks, told, receipts, amounts, times, phones, checkouts)
      AS s(callback, intent_id, receipt, amount, paid_at, phone, checkout)
  ), proven AS (
    UPDATE payment_intent i SET state = 'credited', result_code = '0', next_check_at = NULL, settled_at = moment, paid_at = s.paid_at
    FROM said s JOIN gift g ON g.intent_id = s.intent_id
      JOIN unnest(months, month_ends) AS m(id, ends_at) ON m.id = g.challenge_id
    WHERE i.id = s.intent_id AND s.copies = 1 AND i.purpose = 'gift' AND i.state = ANY (undecided)
      AND i.hold_reason IS NULL AND i.paid_at IS NULL AND i.checkout_request_id = s.checkout
      AND s.paid_at >= coalesce(i.submitted_at, i.created_at) - slack AND s.paid_at <= moment + slack AND s.paid_at < m.ends_at
      AND i.amount = s.amount AND i.amount = g.vote_count * vote_price
    RETURNING s.callback, s.receipt, s.amount, s.paid_at, s.phone, i.id AS intent_id,
      g.video_id, g.vote_count, g.dancer_account_id, g.musician_account_id
  ), receipted AS (
    INSERT INTO mpesa_receipt (receipt, status, intent_id, amount, source, phone, paid_at)
    SELECT p.receipt, 'credited', p.intent_id, p.amount, 'callback', p.phone, p.paid_at FROM proven p
  ), finished AS (
    UPDATE callback_inbox b SET processed_at = moment, outcome = 'credited' FROM proven p WHERE b.id = p.callback
  )
  SELECT count(*), array_agg(p.intent_id), array_agg(p.paid_at), array_agg(p.video_id), array_agg(p.vote_count),
    array_agg(p.dancer_account_id), array_agg(p.musician_account_id)
  INTO credited, intents, paid, videos, votes, dancers, musicians
  FROM (SELECT * FROM proven ORDER BY callback) p;
END $$;
