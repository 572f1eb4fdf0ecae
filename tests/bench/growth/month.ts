import type { Queryable } from '#lib/core/db.ts'
import type { MonthCalendar } from '#lib/domain/challenges/calendar.ts'
import { DANCER_SHARE, MUSICIAN_SHARE, PLATFORM_SHARE, VOTE_PRICE } from '#lib/domain/gifts/policy.ts'
import { earlier } from '#prisma/seed/months/dates.ts'
import { titleSql } from './names.ts'
import { PRESENT, type Size } from './sizes.ts'

const TRACKS_OF_DANCER = 3
const COMMENTS_OF_VIDEO = 2
/** Callbacks and requests stay for 92 days (docs/retention.md). */
const KEPT_MESSAGES = "interval '92 days'"

export interface MonthPart {
  place: number
  calendar: MonthCalendar
  gifts: number
  videos: number
}

/** Payment times over a month, from the opening of voting to the last possible time. */
const spread = (from: string, turn: string, many: number) =>
  `${from} + (${turn}::float8 / ${many}) * ($2::timestamptz - ${from})`

/** A pseudorandom number from 0 to 1, equal in each load. */
const chance = (turn: string) => `((${turn} * 2654435761) % 1000003) / 1000003.0`

/**
 * A month with subscriptions, tracks, videos, comments and gifts, all paid and counted. @returns the
 * challenge's id
 */
export async function writeMonth(on: Queryable, size: Size, part: MonthPart): Promise<string> {
  const { calendar } = part
  const until = earlier(calendar.endsAt, PRESENT)
  const { rows } = await on.query<{ id: string }>(
    `INSERT INTO challenge (title, month, phase, starts_at, voting_starts_at, submissions_end_at, ends_at)
      VALUES ($1, $2, 'voting', $3, $4, $5, $6) RETURNING id`,
    [
      `${calendar.name} Challenge`,
      calendar.key,
      calendar.startsAt,
      calendar.votingStartsAt,
      calendar.submissionsEndAt,
      calendar.endsAt,
    ],
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The month was not written.')
  await writeDancers(on, size, part, id)
  await takeSubscriptions(on, calendar, id)
  await writeVideos(on, part, id)
  await planGifts(on, part, id, until)
  await takeGifts(on, id)
  await keepMessages(on)
  await writeStatements(on)
  await on.query('DROP TABLE month_dancer, month_gift')
  return id
}

/** Dancers in rotation, so that everybody has danced after some months. */
async function writeDancers(on: Queryable, size: Size, part: MonthPart, id: string): Promise<void> {
  const many = Math.min(size.dancers, Math.ceil(part.videos / TRACKS_OF_DANCER))
  await on.query(
    `CREATE TEMP TABLE month_dancer AS
      SELECT row_number() OVER (ORDER BY turn) AS place, d.id AS dancer, d.phone, a.id AS account, gen_random_uuid() AS subscription,
        '${id}'::uuid AS challenge
      FROM (SELECT id, phone_number AS phone, (row_number() OVER (ORDER BY id) - 1 + ${part.place * many}) % ${size.dancers} AS turn
        FROM app_user WHERE role = 'dancer') AS d
      JOIN account a ON a.owner_id = d.id WHERE turn < ${many}`,
  )
}

/** Intents and receipts of a table of payments, as settlement leaves them. */
async function writePayments(on: Queryable, table: string, purpose: 'gift' | 'subscription'): Promise<void> {
  const [letter, asker, from] =
    purpose === 'gift' ? ['G', `'session:' || ${session}`, network] : ['S', `'account:' || dancer`, "''"]
  await on.query(
    `INSERT INTO payment_intent (id, purpose, state, amount, phone, account_reference, checkout_request_id, merchant_request_id,
        result_code, asker, network, created_at, submitted_at, paid_at, settled_at)
      SELECT intent, '${purpose}', 'credited', amount, phone, '${letter}' || lpad(upper(to_hex(n)), 9, '0'), ${checkout}, ${merchant},
        '0', ${asker}, ${from}, at - interval '20 seconds', at - interval '19 seconds', at, at + interval '2 seconds'
      FROM ${table} ORDER BY n;
    INSERT INTO mpesa_receipt (receipt, status, intent_id, amount, source, phone, paid_at, created_at, listed_on, listed_amount)
      SELECT ${receipt}, 'credited', intent, amount, 'callback', phone, at, at + interval '2 seconds', ${dayOf('at')}, amount
      FROM ${table} ORDER BY n`,
  )
}

/** With payments and journals: 30 % of the fee are royalties. */
async function takeSubscriptions(on: Queryable, calendar: MonthCalendar, id: string): Promise<void> {
  await on.query(
    `CREATE TEMP TABLE month_payment AS
      SELECT uuidv7(at - interval '20 seconds' - now()) AS intent, nextval('growth_number') AS n, nextval('journal_id_seq') AS journal,
        100000::bigint AS amount, d.*
      FROM (SELECT *, $1::timestamptz + (place::float8 / (count(*) OVER () + 1)) * ($2::timestamptz - $1::timestamptz) AS at
        FROM month_dancer ORDER BY place) AS d`,
    [calendar.startsAt, calendar.votingStartsAt],
  )
  await writePayments(on, 'month_payment', 'subscription')
  await on.query(
    `INSERT INTO subscription (id, challenge_id, dancer_id, status, amount, created_at, paid_at)
      SELECT subscription, challenge, dancer, 'paid', 100000, at - interval '20 seconds', at FROM month_payment ORDER BY n`,
  )
  await on.query(
    `INSERT INTO subscription_payment (intent_id, subscription_id, created_at)
      SELECT intent, subscription, at - interval '20 seconds' FROM month_payment ORDER BY n`,
  )
  await writeJournals(on, {
    journals: `SELECT journal AS id, 'intent:' || intent AS key, 'subscription' AS type, 'payment_intent' AS source,
      intent::text AS source_id, 'mpesa' AS actor, at FROM month_payment`,
    entries: `SELECT j.journal AS id, a.id AS account, a.amount FROM month_payment j CROSS JOIN (
        SELECT id, CASE kind WHEN 'mpesa_collection' THEN -100000 WHEN 'royalty_pool' THEN 30000 ELSE 70000 END AS amount
        FROM account WHERE owner_id IS NULL AND kind IN ('mpesa_collection', 'royalty_pool', 'platform_revenue')) AS a`,
  })
  await on.query('DROP TABLE month_payment')
  await on.query(`INSERT INTO track_assignment (challenge_id, dancer_id, track_id, status, seed, assigned_at)
    SELECT challenge, d.dancer, t.id, 'completed', 'growth ${id}', '${calendar.startsAt.toISOString()}'
    FROM month_dancer d CROSS JOIN generate_series(0, ${TRACKS_OF_DANCER - 1}) AS k
    JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n, count(*) OVER () AS many FROM track) AS t
      ON t.n = (d.place * ${TRACKS_OF_DANCER} + k) % t.many ORDER BY d.place, k`)
}

/** A video per assignment until there are enough, with comments. Some were rejected. */
async function writeVideos(on: Queryable, part: MonthPart, id: string): Promise<void> {
  const { calendar, videos } = part
  await on.query(
    `WITH officers AS (SELECT array_agg(id ORDER BY id) AS ids FROM app_user WHERE role = 'compliance_officer')
    INSERT INTO video (id, title, description, dancer_id, track_id, challenge_id, assignment_id, youtube_url, youtube_video_id,
        thumbnail_url, duration_seconds, metadata, status, vote_code, upload_date, approved_date, reviewed_by, reviewed_at,
        rejection_reason, comment_count)
      SELECT uuidv7(at - now()), ${titleSql('n', 3)}, 'Danced at home.', dancer_id, track_id, challenge_id, id,
        'https://www.youtube.com/watch?v=' || code, code, 'https://i.ytimg.com/vi/' || code || '/hqdefault.jpg', 60 + n % 120,
        'fetched', decision, 'V' || n, at, CASE decision WHEN 'approved' THEN at + interval '1 hour' END,
        CASE WHEN decision <> 'pending_review' THEN ids[1 + n % cardinality(ids)] END,
        CASE WHEN decision <> 'pending_review' THEN at + interval '1 hour' END,
        CASE decision WHEN 'rejected' THEN 'The music is another.' ELSE '' END, 0
      FROM (SELECT *, 'y' || lpad(to_hex(n), 10, '0') AS code,
          CASE WHEN n % 33 = 0 THEN 'rejected' WHEN n % 100 = 1 AND $2::timestamptz > $3::timestamptz THEN 'pending_review'
            ELSE 'approved' END::video_status AS decision
        FROM (SELECT a.*, nextval('growth_number') AS n,
            $1::timestamptz + (place::float8 / ${videos}) * ($4::timestamptz - $1::timestamptz) AS at
          FROM (SELECT *, row_number() OVER (ORDER BY id) AS place FROM track_assignment WHERE challenge_id = '${id}') AS a
          WHERE place <= ${videos} ORDER BY place) AS a) AS a CROSS JOIN officers`,
    [calendar.startsAt, calendar.endsAt, PRESENT, calendar.votingStartsAt],
  )
  await on.query(
    `INSERT INTO comment (id, video_id, author_id, text, created_at)
      SELECT uuidv7(at - now()), id, author, 'Moto sana! ' || k, at
      FROM (SELECT v.id, v.upload_date + interval '1 hour' * k AS at, k,
          (SELECT d.dancer FROM month_dancer d WHERE d.place = 1 + v.place % (SELECT count(*) FROM month_dancer)) AS author
        FROM (SELECT id, upload_date, row_number() OVER (ORDER BY id) AS place FROM video
          WHERE challenge_id = '${id}' AND status = 'approved') AS v
        CROSS JOIN generate_series(1, ${COMMENTS_OF_VIDEO}) AS k) AS c`,
  )
}

/** Most gifts go to a few videos, and phones return. */
async function planGifts(
  on: Queryable,
  { gifts, calendar }: MonthPart,
  id: string,
  until: Date,
): Promise<void> {
  await on.query(
    `CREATE TEMP TABLE month_gift AS
      WITH targets AS MATERIALIZED (SELECT v.id AS video, v.dancer_id, d.id AS dancer, m.id AS musician,
          row_number() OVER (ORDER BY v.id) - 1 AS place, count(*) OVER () AS many
        FROM video v JOIN track t ON t.id = v.track_id JOIN account d ON d.owner_id = v.dancer_id
        JOIN account m ON m.owner_id = t.musician_id WHERE v.challenge_id = '${id}' AND v.status = 'approved'),
      planned AS (SELECT i, nextval('growth_number') AS n, ${spread('$1::timestamptz', 'i', gifts)} - interval '1 minute' AS at,
          floor(power(${chance('i::bigint')}, 2) * (SELECT count(*) FROM targets))::bigint AS place,
          CASE WHEN i % 40 = 0 THEN 20 ELSE 1 + i % 5 END AS votes
        FROM generate_series(1, ${gifts}) AS i)
      SELECT uuidv7(p.at - interval '20 seconds' - now()) AS intent, nextval('journal_id_seq') AS journal, p.n, p.at, p.votes,
        p.votes * ${VOTE_PRICE}::bigint AS amount, t.video, t.dancer, t.musician,
        '25411' || lpad(((p.n * 7919) % ${Math.max(500, gifts)})::text, 7, '0') AS phone
      FROM (SELECT * FROM planned ORDER BY i) AS p JOIN targets t ON t.place = p.place ORDER BY p.i`,
    [calendar.votingStartsAt, until],
  )
  await on.query('ANALYZE month_gift')
}

/** With payments, journals and counts. */
async function takeGifts(on: Queryable, id: string): Promise<void> {
  await writePayments(on, 'month_gift', 'gift')
  await on.query(
    `INSERT INTO gift (intent_id, video_id, challenge_id, dancer_account_id, musician_account_id, vote_count, phone, session_id,
        device_fingerprint, network, created_at)
      SELECT intent, video, '${id}', dancer, musician, votes, phone, ${session}, md5('device' || phone), ${network},
        at - interval '20 seconds' FROM month_gift ORDER BY n`,
  )
  await writeJournals(on, {
    journals: `SELECT journal AS id, 'intent:' || intent AS key, 'gift' AS type, 'payment_intent' AS source,
      intent::text AS source_id, 'mpesa' AS actor, at FROM month_gift`,
    entries: `SELECT g.journal AS id, e.account, e.amount FROM month_gift g
      JOIN account c ON c.kind = 'mpesa_collection'
      JOIN account r ON r.kind = 'platform_revenue'
      CROSS JOIN LATERAL (VALUES (c.id, -g.amount), (g.dancer, g.votes * ${DANCER_SHARE}::bigint),
        (g.musician, g.votes * ${MUSICIAN_SHARE}::bigint),
        (r.id, g.votes * ${PLATFORM_SHARE}::bigint)) AS e(account, amount)`,
  })
  await on.query(
    `UPDATE video v SET vote_count = g.votes, votes_reached_at = g.at, view_count = g.votes * 7
      FROM (SELECT video, sum(votes) AS votes, max(at) AS at FROM month_gift GROUP BY video) AS g WHERE v.id = g.video;
    UPDATE video v SET comment_count = ${COMMENTS_OF_VIDEO} WHERE challenge_id = '${id}' AND status = 'approved'`,
  )
}

/** For young payments: the prompt's request, and the callback. */
async function keepMessages(on: Queryable): Promise<void> {
  const young = `FROM month_gift WHERE at > '${PRESENT.toISOString()}'::timestamptz - ${KEPT_MESSAGES} ORDER BY n`
  await on.query(
    `INSERT INTO daraja_request (id, intent_id, operation, request, http_status, response, outcome, created_at, responded_at)
      SELECT uuidv7(at - interval '19 seconds' - now()), intent, 'stk_push',
        jsonb_build_object('Amount', amount / 100, 'PartyA', phone, 'PhoneNumber', phone, 'AccountReference', 'G' || n,
          'TransactionType', 'CustomerPayBillOnline', 'TransactionDesc', 'Votes'), 200,
        jsonb_build_object('ResponseCode', '0', 'CheckoutRequestID', ${checkout}, 'MerchantRequestID', ${merchant},
          'CustomerMessage', 'Success. Request accepted for processing'), 'accepted', at - interval '19 seconds',
        at - interval '18 seconds' ${young}`,
  )
  await on.query(
    `INSERT INTO callback_inbox (kind, intent_id, source_address, body, received_at, processed_at, outcome)
      SELECT 'stk', intent, '196.201.214.200', ${callbackBody}, at + interval '1 second', at + interval '2 seconds', 'credited'
        ${young}`,
  )
  await on.query(
    `INSERT INTO video_view (video_id, day, session_id) SELECT DISTINCT video, ${dayOf('at')}, ${session} FROM month_gift
      WHERE at > '${PRESENT.toISOString()}'::timestamptz - interval '2 days'`,
  )
}

/** M-Pesa's statement of each complete day, with the booked receipts. */
async function writeStatements(on: Queryable): Promise<void> {
  await on.query(
    `INSERT INTO statement_day (day, lines, amount, read_at)
      SELECT listed_on, count(*), sum(amount), (listed_on + 1)::timestamptz FROM mpesa_receipt
      WHERE listed_on > coalesce((SELECT max(day) FROM statement_day), '2000-01-01') AND listed_on < $1::date
      GROUP BY listed_on`,
    [PRESENT],
  )
}

/** Half of the month's earnings to each dancer, in whole shillings. @param at after the month's end */
export async function payOut(on: Queryable, challengeId: string, at: Date): Promise<void> {
  await on.query(
    `CREATE TEMP TABLE month_payout AS
      SELECT uuidv7($2::timestamptz - now()) AS payout, nextval('journal_id_seq') AS journal, nextval('growth_number') AS n, w.*
      FROM (SELECT a.id AS account, u.id AS owner, u.phone_number AS phone, sum(v.vote_count) * ${DANCER_SHARE} / 200 * 100 AS amount
        FROM video v JOIN account a ON a.owner_id = v.dancer_id JOIN app_user u ON u.id = v.dancer_id
        WHERE v.challenge_id = $1 GROUP BY a.id, u.id HAVING sum(v.vote_count) * ${DANCER_SHARE} / 200 * 100 BETWEEN 1000 AND 25000000) AS w`,
    [challengeId, at],
  )
  await on.query(
    `INSERT INTO payout (id, reference, owner_id, account_id, amount, phone, state, approve_after, receipt, created_at,
        approved_at, submitted_at, paid_at, closed_at)
      SELECT payout, 'W' || n, owner, account, amount, phone, 'paid', $1, ${receipt}, $1::timestamptz - interval '1 day', $1, $1,
        $1, $1 FROM month_payout`,
    [at],
  )
  await writeJournals(on, {
    journals: `SELECT journal AS id, 'payout:' || payout AS key, 'withdrawal' AS type, 'payout' AS source, payout::text AS source_id,
      'mpesa' AS actor, '${at.toISOString()}'::timestamptz AS at FROM month_payout`,
    entries: `SELECT p.journal AS id, e.account, e.amount::bigint FROM month_payout p JOIN account m ON m.kind = 'mpesa_payout'
      CROSS JOIN LATERAL (VALUES (p.account, -p.amount), (m.id, p.amount)) AS e(account, amount)`,
  })
  await on.query('DROP TABLE month_payout')
}

/**
 * As post_journals does: a journal in one statement, each balance after the previous one, and the accounts'
 * totals.
 */
async function writeJournals(
  on: Queryable,
  { journals, entries }: { journals: string; entries: string },
): Promise<void> {
  await on.query(
    `INSERT INTO journal (id, idempotency_key, type, source_type, source_id, actor, occurred_at, created_at)
      SELECT id, key, type, source, source_id, actor, at, at + interval '2 seconds' FROM (${journals}) AS j ORDER BY id`,
  )
  await on.query(
    `INSERT INTO entry (journal_id, account_id, amount, balance_after)
      SELECT e.id, e.account, e.amount, (a.posted + sum(e.amount) OVER (PARTITION BY e.account ORDER BY e.id))::bigint
      FROM (${entries}) AS e JOIN account a ON a.id = e.account ORDER BY e.id`,
  )
  await on.query(
    `UPDATE account a SET posted = a.posted + e.amount, version = a.version + 1
      FROM (SELECT account, sum(amount) AS amount FROM (${entries}) AS e GROUP BY account) AS e WHERE a.id = e.account`,
  )
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
