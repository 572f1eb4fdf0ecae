// SQL of a month: everything is paid and counted, as settlement leaves it.
import type { MonthCalendar } from '#lib/domain/challenges/calendar.ts'
import { DANCER_SHARE, MUSICIAN_SHARE, PLATFORM_SHARE, VOTE_PRICE } from '#lib/domain/gifts/policy.ts'
import { titleSql } from './names.ts'
import { PRESENT, type Size, sqlTime } from './sizes.ts'

const TRACKS_OF_DANCER = 3
const COMMENTS_OF_VIDEO = 2
/** Callbacks and requests stay for 92 days (docs/retention.md). */
const KEPT_MESSAGES = "interval '92 days'"
const present = sqlTime(PRESENT)

/** @param place among the months @param id of the challenge */
export function monthSql(size: Size, calendar: MonthCalendar, place: number, id: string): string {
  const videos = Math.round(size.videos / size.months)
  const [starts, voting] = [sqlTime(calendar.startsAt), sqlTime(calendar.votingStartsAt)]
  const [submissions, ends] = [sqlTime(calendar.submissionsEndAt), sqlTime(calendar.endsAt)]
  // Dancers take turns, so that everybody has danced after some months.
  const many = Math.min(size.dancers, Math.ceil(videos / TRACKS_OF_DANCER))
  return `
    INSERT INTO challenge (id, title, month, phase, starts_at, voting_starts_at, submissions_end_at, ends_at)
      VALUES ('${id}', '${calendar.name} Challenge', '${calendar.key}', 'voting', ${starts}, ${voting}, ${submissions}, ${ends});
    CREATE TEMP TABLE month_dancer ON COMMIT DROP AS
      SELECT row_number() OVER (ORDER BY turn) AS place, d.id AS dancer, d.phone, a.id AS account, gen_random_uuid() AS subscription
      FROM (SELECT id, phone_number AS phone, (row_number() OVER (ORDER BY id) - 1 + ${place * many}) % ${size.dancers} AS turn
        FROM app_user WHERE role = 'dancer') AS d
      JOIN account a ON a.owner_id = d.id WHERE turn < ${many};
    ${subscriptionsSql(id, starts, voting)}
    INSERT INTO track_assignment (challenge_id, dancer_id, track_id, status, seed, assigned_at)
      SELECT '${id}', d.dancer, t.id, 'completed', 'growth ${id}', ${starts}
      FROM month_dancer d CROSS JOIN generate_series(0, ${TRACKS_OF_DANCER - 1}) AS k
      JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n, count(*) OVER () AS many FROM track) AS t
        ON t.n = (d.place * ${TRACKS_OF_DANCER} + k) % t.many ORDER BY d.place, k;
    ${videosSql(id, videos, { starts, voting, ends })}
    ${giftsSql(id, Math.round(size.gifts / size.months), { voting, ends })}
    ${messagesSql}
    -- M-Pesa's statement of each complete day, with the booked receipts.
    INSERT INTO statement_day (day, lines, amount, read_at)
      SELECT listed_on, count(*), sum(amount), (listed_on + 1)::timestamptz FROM mpesa_receipt
      WHERE listed_on > coalesce((SELECT max(day) FROM statement_day), '2000-01-01') AND listed_on < ${present}::date
      GROUP BY listed_on`
}

/** Intents and receipts of a table of payments. */
function paymentsSql(table: string, purpose: 'gift' | 'subscription'): string {
  const [letter, asker, from] =
    purpose === 'gift' ? ['G', `'session:' || ${session}`, network] : ['S', `'account:' || dancer`, "''"]
  return `
    INSERT INTO payment_intent (id, purpose, state, amount, phone, account_reference, checkout_request_id, merchant_request_id,
        result_code, asker, network, created_at, submitted_at, paid_at, settled_at)
      SELECT id, '${purpose}', 'credited', amount, phone, '${letter}' || lpad(upper(to_hex(n)), 9, '0'), ${checkout}, ${merchant},
        '0', ${asker}, ${from}, at - interval '20 seconds', at - interval '19 seconds', at, at + interval '2 seconds'
      FROM ${table} ORDER BY n;
    INSERT INTO mpesa_receipt (receipt, status, intent_id, amount, source, phone, paid_at, created_at, listed_on, listed_amount)
      SELECT ${receipt}, 'credited', id, amount, 'callback', phone, at, at + interval '2 seconds', ${dayOf('at')}, amount
      FROM ${table} ORDER BY n;`
}

/**
 * As post_journals does: a journal in one statement, each balance after the previous one, and the accounts'
 * totals.
 * @param entries SQL of ids of journals, accounts and amounts
 */
const journalsSql = (table: string, key: string, type: string, source: string, entries: string) => `
    INSERT INTO journal (id, idempotency_key, type, source_type, source_id, actor, occurred_at, created_at)
      SELECT journal, '${key}:' || id, '${type}', '${source}', id, 'mpesa', at, at + interval '2 seconds'
      FROM ${table} ORDER BY journal;
    INSERT INTO entry (journal_id, account_id, amount, balance_after)
      SELECT e.journal, e.account, e.amount, (a.posted + sum(e.amount) OVER (PARTITION BY e.account ORDER BY e.journal))::bigint
      FROM (${entries}) AS e JOIN account a ON a.id = e.account ORDER BY e.journal;
    UPDATE account a SET posted = a.posted + e.amount, version = a.version + 1
      FROM (SELECT account, sum(amount) AS amount FROM (${entries}) AS e GROUP BY account) AS e WHERE a.id = e.account;`

/** 30 % of the fee are royalties. */
function subscriptionsSql(id: string, starts: string, voting: string): string {
  const entries = `SELECT p.journal, a.id AS account, a.amount FROM month_payment p CROSS JOIN (
        SELECT id, CASE kind WHEN 'mpesa_collection' THEN -100000 WHEN 'royalty_pool' THEN 30000 ELSE 70000 END AS amount
        FROM account WHERE owner_id IS NULL AND kind IN ('mpesa_collection', 'royalty_pool', 'platform_revenue')) AS a`
  return `
    CREATE TEMP TABLE month_payment ON COMMIT DROP AS
      SELECT uuidv7(at - interval '20 seconds' - clock_timestamp()) AS id, nextval('growth_number') AS n, nextval('journal_id_seq') AS journal,
        100000::bigint AS amount, d.*
      FROM (SELECT *, ${starts} + (place::float8 / (count(*) OVER () + 1)) * (${voting} - ${starts}) AS at
        FROM month_dancer ORDER BY place) AS d;
    ${paymentsSql('month_payment', 'subscription')}
    INSERT INTO subscription (id, challenge_id, dancer_id, status, amount, created_at, paid_at)
      SELECT subscription, '${id}', dancer, 'paid', 100000, at - interval '20 seconds', at FROM month_payment ORDER BY n;
    INSERT INTO subscription_payment (intent_id, subscription_id, created_at)
      SELECT id, subscription, at - interval '20 seconds' FROM month_payment ORDER BY n;
    ${journalsSql('month_payment', 'intent', 'subscription', 'payment_intent', entries)}`
}

/** A video per assignment until there are enough, with comments. Some were rejected. */
const videosSql = (id: string, videos: number, times: { starts: string; voting: string; ends: string }) => `
    WITH officers AS (SELECT array_agg(id ORDER BY id) AS ids FROM app_user WHERE role = 'compliance_officer')
    INSERT INTO video (id, title, description, dancer_id, track_id, challenge_id, assignment_id, youtube_url, youtube_video_id,
        thumbnail_url, duration_seconds, metadata, status, vote_code, upload_date, approved_date, reviewed_by, reviewed_at,
        rejection_reason, comment_count)
      SELECT uuidv7(at - clock_timestamp()), ${titleSql('n', 3)}, 'Danced at home.', dancer_id, track_id, challenge_id, id,
        'https://www.youtube.com/watch?v=' || code, code, 'https://i.ytimg.com/vi/' || code || '/hqdefault.jpg', 60 + n % 120,
        'fetched', decision, 'V' || n, at, CASE decision WHEN 'approved' THEN at + interval '1 hour' END,
        CASE WHEN decision <> 'pending_review' THEN ids[1 + n % cardinality(ids)] END,
        CASE WHEN decision <> 'pending_review' THEN at + interval '1 hour' END,
        CASE decision WHEN 'rejected' THEN 'The music is another.' ELSE '' END,
        CASE decision WHEN 'approved' THEN ${COMMENTS_OF_VIDEO} ELSE 0 END
      FROM (SELECT *, 'y' || lpad(to_hex(n), 10, '0') AS code,
          CASE WHEN n % 33 = 0 THEN 'rejected' WHEN n % 100 = 1 AND ${times.ends} > ${present} THEN 'pending_review'
            ELSE 'approved' END::video_status AS decision
        FROM (SELECT a.*, nextval('growth_number') AS n,
            ${times.starts} + (place::float8 / ${videos}) * (${times.voting} - ${times.starts}) AS at
          FROM (SELECT *, row_number() OVER (ORDER BY id) AS place FROM track_assignment WHERE challenge_id = '${id}') AS a
          WHERE place <= ${videos} ORDER BY place) AS a) AS a CROSS JOIN officers;
    INSERT INTO comment (id, video_id, author_id, text, created_at)
      SELECT uuidv7(at - clock_timestamp()), id, author, 'Moto sana! ' || k, at
      FROM (SELECT v.id, v.upload_date + interval '1 hour' * k AS at, k,
          (SELECT d.dancer FROM month_dancer d WHERE d.place = 1 + v.place % (SELECT count(*) FROM month_dancer)) AS author
        FROM (SELECT id, upload_date, row_number() OVER (ORDER BY id) AS place FROM video
          WHERE challenge_id = '${id}' AND status = 'approved') AS v
        CROSS JOIN generate_series(1, ${COMMENTS_OF_VIDEO}) AS k) AS c;`

/**
 * Gifts from the opening of voting to the last possible time. Most go to a few videos by a pseudorandom number,
 * equal in each load, and phones return.
 */
function giftsSql(id: string, gifts: number, { voting, ends }: { voting: string; ends: string }): string {
  const entries = `SELECT g.journal, e.account, e.amount FROM month_gift g
      JOIN account c ON c.kind = 'mpesa_collection'
      JOIN account r ON r.kind = 'platform_revenue'
      CROSS JOIN LATERAL (VALUES (c.id, -g.amount), (g.dancer, g.votes * ${DANCER_SHARE}::bigint),
        (g.musician, g.votes * ${MUSICIAN_SHARE}::bigint),
        (r.id, g.votes * ${PLATFORM_SHARE}::bigint)) AS e(account, amount)`
  return `
    CREATE TEMP TABLE month_gift ON COMMIT DROP AS
      WITH targets AS MATERIALIZED (SELECT v.id AS video, v.dancer_id, d.id AS dancer, m.id AS musician,
          row_number() OVER (ORDER BY v.id) - 1 AS place
        FROM video v JOIN track t ON t.id = v.track_id JOIN account d ON d.owner_id = v.dancer_id
        JOIN account m ON m.owner_id = t.musician_id WHERE v.challenge_id = '${id}' AND v.status = 'approved'),
      planned AS (SELECT i, nextval('growth_number') AS n,
          ${voting} + (i::float8 / ${gifts}) * (least(${ends}, ${present}) - ${voting}) - interval '1 minute' AS at,
          floor(power(((i::bigint * 2654435761) % 1000003) / 1000003.0, 2) * (SELECT count(*) FROM targets))::bigint AS place,
          CASE WHEN i % 40 = 0 THEN 20 ELSE 1 + i % 5 END AS votes
        FROM generate_series(1, ${gifts}) AS i)
      SELECT uuidv7(p.at - interval '20 seconds' - clock_timestamp()) AS id, nextval('journal_id_seq') AS journal, p.n, p.at, p.votes,
        p.votes * ${VOTE_PRICE}::bigint AS amount, t.video, t.dancer, t.musician,
        '25411' || lpad(((p.n * 7919) % ${Math.max(500, gifts)})::text, 7, '0') AS phone
      FROM (SELECT * FROM planned ORDER BY i) AS p JOIN targets t ON t.place = p.place ORDER BY p.i;
    ANALYZE month_gift;
    ${paymentsSql('month_gift', 'gift')}
    INSERT INTO gift (intent_id, video_id, challenge_id, dancer_account_id, musician_account_id, vote_count, phone, session_id,
        device_fingerprint, network, created_at)
      SELECT id, video, '${id}', dancer, musician, votes, phone, ${session}, md5('device' || phone), ${network},
        at - interval '20 seconds' FROM month_gift ORDER BY n;
    ${journalsSql('month_gift', 'intent', 'gift', 'payment_intent', entries)}
    UPDATE video v SET vote_count = g.votes, votes_reached_at = g.at, view_count = g.votes * 7
      FROM (SELECT video, sum(votes) AS votes, max(at) AS at FROM month_gift GROUP BY video) AS g WHERE v.id = g.video;`
}

/** Receipts and prompt ids in no order, as M-Pesa's: n times an odd number is unique for each n. */
const receipt = `'T' || lpad(upper(to_hex((n * 2654435761) % 68719476736)), 9, '0')`
const checkout = `'ws_CO_' || to_char(at, 'DDMMYYYYHH24MISS') || lpad((n % 10000)::text, 4, '0') || lpad(to_hex(n), 9, '0')`
const merchant = `n % 99999 || '-' || n || '-1'`
const session = `md5('session' || phone)`
const network = `md5('network' || right(phone, 4))`
const dayOf = (column: string) => `(${column} AT TIME ZONE 'Africa/Nairobi')::date`

const callbackBody = `format('{"Body":{"stkCallback":{"MerchantRequestID":"%s","CheckoutRequestID":"%s","ResultCode":0,'
  || '"ResultDesc":"The service request is processed successfully.","CallbackMetadata":{"Item":['
  || '{"Name":"Amount","Value":%s.00},{"Name":"MpesaReceiptNumber","Value":"%s"},{"Name":"Balance"},'
  || '{"Name":"TransactionDate","Value":%s},{"Name":"PhoneNumber","Value":%s}]}}}}',
  ${merchant}, ${checkout}, amount / 100, ${receipt}, to_char(at AT TIME ZONE 'Africa/Nairobi', 'YYYYMMDDHH24MISS'), phone)`

/** Of young payments: the prompt's request, the callback, and a view. */
const messagesSql = `
    INSERT INTO daraja_request (id, intent_id, operation, request, http_status, response, outcome, created_at, responded_at)
      SELECT uuidv7(at - interval '19 seconds' - clock_timestamp()), id, 'stk_push',
        jsonb_build_object('Amount', amount / 100, 'PartyA', phone, 'PhoneNumber', phone, 'AccountReference', 'G' || n,
          'TransactionType', 'CustomerPayBillOnline', 'TransactionDesc', 'Votes'), 200,
        jsonb_build_object('ResponseCode', '0', 'CheckoutRequestID', ${checkout}, 'MerchantRequestID', ${merchant},
          'CustomerMessage', 'Success. Request accepted for processing'), 'accepted', at - interval '19 seconds',
        at - interval '18 seconds' FROM month_gift WHERE at > ${present} - ${KEPT_MESSAGES} ORDER BY n;
    INSERT INTO callback_inbox (kind, intent_id, source_address, body, received_at, processed_at, outcome)
      SELECT 'stk', id, '196.201.214.200', ${callbackBody}, at + interval '1 second', at + interval '2 seconds', 'credited'
        FROM month_gift WHERE at > ${present} - ${KEPT_MESSAGES} ORDER BY n;
    INSERT INTO video_view (video_id, day, session_id) SELECT DISTINCT video, ${dayOf('at')}, ${session} FROM month_gift
      WHERE at > ${present} - interval '2 days';`

const payoutEntries = `SELECT p.journal, e.account, e.amount::bigint FROM month_payout p
      JOIN account m ON m.kind = 'mpesa_payout'
      CROSS JOIN LATERAL (VALUES (p.account, -p.amount), (m.id, p.amount)) AS e(account, amount)`

/** Half of the month's earnings to each dancer, in whole shillings. @param at after the month's end */
export const payoutsSql = (challengeId: string, at: Date) => `
    CREATE TEMP TABLE month_payout ON COMMIT DROP AS
      SELECT uuidv7(${sqlTime(at)} - clock_timestamp()) AS id, nextval('journal_id_seq') AS journal, nextval('growth_number') AS n,
        ${sqlTime(at)} AS at, w.*
      FROM (SELECT a.id AS account, u.id AS owner, u.phone_number AS phone, sum(v.vote_count) * ${DANCER_SHARE} / 200 * 100 AS amount
        FROM video v JOIN account a ON a.owner_id = v.dancer_id JOIN app_user u ON u.id = v.dancer_id
        WHERE v.challenge_id = '${challengeId}' GROUP BY a.id, u.id) AS w WHERE amount BETWEEN 1000 AND 25000000;
    INSERT INTO payout (id, reference, owner_id, account_id, amount, phone, state, approve_after, receipt, created_at,
        approved_at, submitted_at, paid_at, closed_at)
      SELECT id, 'W' || n, owner, account, amount, phone, 'paid', at, ${receipt}, at - interval '1 day', at, at, at, at
      FROM month_payout;
    ${journalsSql('month_payout', 'payout', 'withdrawal', 'payout', payoutEntries)}`
