-- What a callback from an address that is believed says plainly: this was paid, so much, with this receipt. It is read when
-- the callback is stored, and is empty where it says anything else. The body stays what settlement goes by in every doubt.
ALTER TABLE "callback_inbox" ADD COLUMN     "paid_amount" BIGINT,
ADD COLUMN     "paid_at" TIMESTAMPTZ(3),
ADD COLUMN     "paid_checkout_request_id" TEXT,
ADD COLUMN     "paid_phone" TEXT,
ADD COLUMN     "paid_receipt" TEXT;

ALTER TABLE callback_inbox ADD CONSTRAINT callback_inbox_paid_is_whole CHECK (
  num_nulls(paid_receipt, paid_amount, paid_at) IN (0, 3) AND (paid_receipt IS NULL OR (kind = 'stk' AND intent_id IS NOT NULL AND paid_amount > 0))
);

-- Counts votes, and tells everybody in one event, which is returned as it was put into the outbox. A video may be named often.
CREATE FUNCTION count_votes(videos uuid[], votes int[], reached timestamptz[], channel text) RETURNS SETOF outbox
LANGUAGE sql SET search_path = public AS $$
  WITH counted AS (
    SELECT video_id, sum(delta)::int AS delta, max(reached_at) AS reached_at
    FROM unnest(videos, votes, reached) AS c(video_id, delta, reached_at) GROUP BY video_id
  ), locked AS (
    SELECT id FROM video WHERE id = ANY (videos) ORDER BY id FOR NO KEY UPDATE
  ), updated AS (
    UPDATE video v SET vote_count = v.vote_count + c.delta, votes_reached_at = greatest(v.votes_reached_at, c.reached_at)
    FROM counted c JOIN locked l ON l.id = c.video_id WHERE v.id = c.video_id
    RETURNING v.id AS video_id, v.vote_count, c.delta
  )
  INSERT INTO outbox (kind, target, payload)
  SELECT 'event', channel, jsonb_build_object('updates', jsonb_agg(to_jsonb(updated))) FROM updated HAVING count(*) > 0
  RETURNING *
$$;

-- Claims waiting callbacks behind an id, oldest first, and credits the gifts that some of them prove plainly. The others stay
-- as they are, for settlement in the worker, which takes everything into account; so do all of a payment that has several here.
-- Whoever holds a gift, declines it or closes its month at the same time comes before or after the UPDATE of the intent: what
-- it waited for is looked at again. A receipt that is known already fails it altogether (23505).
--
-- Each payment is looked up by its id: a plan from a time when the tables were empty would read all of them.
CREATE FUNCTION credit_plain_gifts(
  moment timestamptz, batch int, behind bigint, other_kinds text[], undecided payment_state[], vote_price bigint,
  OUT seen int, OUT last bigint, OUT credited int,
  OUT intents uuid[], OUT paid timestamptz[], OUT videos uuid[], OUT votes int[], OUT dancers bigint[], OUT musicians bigint[]
) LANGUAGE plpgsql SET search_path = public SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
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
    UPDATE payment_intent i SET state = 'credited', result_code = '0', next_check_at = NULL, settled_at = moment,
      paid_at = s.paid_at, checkout_request_id = coalesce(i.checkout_request_id, s.checkout)
    FROM said s JOIN gift g ON g.intent_id = s.intent_id
      JOIN unnest(months, month_ends) AS m(id, ends_at) ON m.id = g.challenge_id
    WHERE i.id = s.intent_id AND s.copies = 1 AND i.purpose = 'gift' AND i.state = ANY (undecided)
      AND i.hold_reason IS NULL AND i.paid_at IS NULL AND s.paid_at < m.ends_at
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

-- Settles a batch of gifts that are plainly paid, altogether: state, receipts, journals, counts and outbox (docs/decisions/0050).
-- The rules are settlement's own, and what they go by is handed over by it: states, prices, shares and accounts. What is locked
-- by many comes last, balances and then counts.
-- The answer: how many waiting callbacks were seen, how many of them settled, the last one's id; and with these in each row what
-- was put into the outbox, or nothing of it where nothing was settled.
CREATE FUNCTION settle_plain_gifts(
  moment timestamptz, batch int, behind bigint, other_kinds text[], undecided payment_state[],
  dancer_share bigint, musician_share bigint, platform_share bigint, collection bigint, platform bigint,
  payments_channel text, votes_channel text
) RETURNS TABLE (
  seen int, settled int, last bigint, id bigint, kind text, target text, name text, payload text, run_at timestamptz
) LANGUAGE plpgsql SET search_path = public AS $$
#variable_conflict use_column
DECLARE
  vote_price bigint := dancer_share + musician_share + platform_share;
  gifts record;
  n int;
  keys text[];
  sources text[];
  places int[];
  to_dancers bigint[];
  to_musicians bigint[];
  to_platform bigint[];
  from_mpesa bigint[];
  changed outbox;
BEGIN
  gifts := credit_plain_gifts(moment, batch, behind, other_kinds, undecided, vote_price);
  n := gifts.credited;
  IF n = 0 THEN
    RETURN QUERY SELECT gifts.seen, 0, gifts.last, NULL::bigint, NULL, NULL, NULL, NULL, NULL::timestamptz;
    RETURN;
  END IF;

  INSERT INTO outbox AS o (kind, target, payload)
  VALUES ('event', payments_channel, jsonb_build_object('intent_ids', to_jsonb(gifts.intents))) RETURNING o.* INTO changed;

  SELECT array_agg('intent:' || g.intent_id), array_agg(g.intent_id::text), array_agg(g.place::int), array_agg(-g.votes * vote_price),
    array_agg(g.votes * dancer_share), array_agg(g.votes * musician_share), array_agg(g.votes * platform_share)
  INTO keys, sources, places, from_mpesa, to_dancers, to_musicians, to_platform
  FROM unnest(gifts.intents, gifts.votes) WITH ORDINALITY AS g(intent_id, votes, place);

  IF n <> post_journals(
    keys, array_fill('gift'::text, ARRAY[n]), array_fill('payment_intent'::text, ARRAY[n]), sources,
    array_fill(NULL::bigint, ARRAY[n]), array_fill('mpesa'::text, ARRAY[n]), gifts.paid,
    places || places || places || places,
    array_fill(collection, ARRAY[n]) || gifts.dancers || gifts.musicians || array_fill(platform, ARRAY[n]),
    from_mpesa || to_dancers || to_musicians || to_platform
  ) THEN
    RAISE EXCEPTION 'a gift that was open has a journal' USING ERRCODE = 'unique_violation';
  END IF;

  RETURN QUERY
    SELECT gifts.seen, n, gifts.last, o.id, o.kind, o.target, o.name, o.payload::text, o.run_at
    FROM (SELECT (changed).* UNION ALL SELECT * FROM count_votes(gifts.videos, gifts.votes, gifts.paid, votes_channel)) o;
END $$;

-- What the worker settles it locks first, as before: it is no longer the way of the many.
DROP FUNCTION expect_rows(bigint, int);
