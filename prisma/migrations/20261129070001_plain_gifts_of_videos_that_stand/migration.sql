-- A gift is plainly paid only while its video stands and its dancer's account is open: all others are left to the worker, which
-- decides by the time of payment (docs/decisions/0033). All else is as it was.
CREATE OR REPLACE FUNCTION credit_plain_gifts(
  moment timestamptz, batch int, after_id bigint, other_kinds text[], undecided payment_state[], vote_price bigint,
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
  places tid[];
  intent_ids uuid[];
  receipts text[];
  amounts bigint[];
  times timestamptz[];
  phones text[];
  checkouts text[];
BEGIN
  -- This share of the months' rows makes the close of a month wait until what is credited here is committed.
  SELECT array_agg(m.id), array_agg(m.ends_at) INTO months, month_ends
  FROM (SELECT c.id, c.ends_at FROM challenge c WHERE phase <> 'closed' FOR KEY SHARE) m;

  SELECT count(*), max(w.id), array_agg(w.id) FILTER (WHERE plain), array_agg(w.place) FILTER (WHERE plain),
    array_agg(w.intent_id) FILTER (WHERE plain),
    array_agg(w.paid_receipt) FILTER (WHERE plain), array_agg(w.paid_amount) FILTER (WHERE plain), array_agg(w.paid_at) FILTER (WHERE plain),
    array_agg(w.paid_phone) FILTER (WHERE plain), array_agg(w.paid_checkout_request_id) FILTER (WHERE plain)
  INTO seen, last, callbacks, places, intent_ids, receipts, amounts, times, phones, checkouts
  FROM (
    SELECT b.id, b.ctid AS place, b.intent_id, b.paid_receipt, b.paid_amount, b.paid_at, b.paid_phone, b.paid_checkout_request_id,
      b.paid_receipt IS NOT NULL AS plain
    FROM callback_inbox b
    WHERE b.processed_at IS NULL AND b.outcome IS NULL AND b.id > after_id AND b.kind <> ALL (other_kinds)
    ORDER BY b.id LIMIT batch FOR UPDATE SKIP LOCKED
  ) w;

  WITH plain_callback AS (
    -- Sorted by intent: everybody locks intents in this order.
    SELECT s.*, count(*) OVER (PARTITION BY s.intent_id) AS copies
    FROM unnest(callbacks, places, intent_ids, receipts, amounts, times, phones, checkouts)
      AS s(callback, place, intent_id, receipt, amount, paid_at, phone, checkout)
  ), proven AS (
    UPDATE payment_intent i SET state = 'credited', result_code = '0', next_check_at = NULL, settled_at = moment, paid_at = s.paid_at
    FROM plain_callback s JOIN gift g ON g.intent_id = s.intent_id
      JOIN unnest(months, month_ends) AS m(id, ends_at) ON m.id = g.challenge_id
    WHERE i.id = s.intent_id AND s.copies = 1 AND i.purpose = 'gift' AND i.state = ANY (undecided)
      AND i.hold_reason IS NULL AND i.paid_at IS NULL AND i.checkout_request_id = s.checkout
      AND s.paid_at >= coalesce(i.submitted_at, i.created_at) - slack AND s.paid_at <= moment + slack AND s.paid_at < m.ends_at
      AND i.amount = s.amount AND i.amount = g.vote_count * vote_price
      AND EXISTS (
        SELECT FROM video v JOIN app_user u ON u.id = v.dancer_id
        WHERE v.id = g.video_id AND v.withdrawn_at IS NULL AND u.deleted_at IS NULL
      )
    RETURNING s.callback, s.place, s.receipt, s.amount, s.paid_at, s.phone, i.id AS intent_id,
      g.video_id, g.vote_count, g.dancer_account_id, g.musician_account_id
  ), receipted AS (
    INSERT INTO mpesa_receipt (receipt, status, intent_id, amount, source, phone, paid_at)
    SELECT p.receipt, 'credited', p.intent_id, p.amount, 'callback', p.phone, p.paid_at FROM proven p
  ), finished AS (
    UPDATE callback_inbox b SET processed_at = moment, outcome = 'credited' FROM proven p WHERE b.ctid = p.place
  )
  SELECT count(*), array_agg(p.intent_id), array_agg(p.paid_at), array_agg(p.video_id), array_agg(p.vote_count),
    array_agg(p.dancer_account_id), array_agg(p.musician_account_id)
  INTO credited, intents, paid, videos, votes, dancers, musicians
  FROM (SELECT * FROM proven ORDER BY callback) p;
END $$;
