-- Gifts are settled by the worker alone (docs/decisions/0080). The previous release still calls settle_plain_gifts and writes the
-- columns paid_... of callback_inbox: the function now settles nothing and answers that a whole batch is left, which that release's
-- worker then settles itself. Function and columns are dropped once deploy/release-before names a release without them
-- (tests/architecture/migrations.test.ts).
CREATE OR REPLACE FUNCTION settle_plain_gifts(
  moment timestamptz, batch int, after_id bigint, other_kinds text[], undecided payment_state[],
  dancer_share bigint, musician_share bigint, platform_share bigint, collection bigint, platform bigint,
  payments_channel text, votes_channel text
) RETURNS TABLE (
  seen int, settled int, last bigint, id bigint, kind text, target text, name text, payload text, run_at timestamptz
) LANGUAGE sql SET search_path = public AS $$
  SELECT batch, 0, NULL::bigint, NULL::bigint, NULL, NULL, NULL, NULL, NULL::timestamptz
$$;

DROP FUNCTION credit_plain_gifts(timestamptz, int, bigint, text[], payment_state[], bigint);
