import { GIFT_PRICE_SHILLINGS } from '#lib/contract/gifts/constants.ts'
import { type Queryable, rows } from '#lib/core/db.ts'
import { VOTE_PRICE } from '#lib/domain/gifts/policy.ts'
import { insertCallbacks, type RawCallback } from '#lib/domain/payments/inbox.ts'

const DANCERS = 30
const MUSICIANS = 14
const VIDEOS = 40
const AT_A_TIME = 1_000

/** One month in voting with its people, tracks and videos: what gifts are given to. */
export async function fillWorld(on: Queryable): Promise<void> {
  await on.query(`CREATE SEQUENCE bench_number`)
  await on.query(`INSERT INTO app_user (username, email, password_hash, role)
    SELECT role || n, role || n || '@example.com', '', role::role
    FROM (SELECT 'dancer' AS role, generate_series(1, ${DANCERS}) AS n
      UNION ALL SELECT 'copyright_owner', generate_series(1, ${MUSICIANS})) AS people`)
  await on.query(
    `SELECT open_account(CASE role WHEN 'dancer' THEN 'dancer' ELSE 'musician' END, id) FROM app_user`,
  )
  await on.query(`INSERT INTO track (musician_id, title, artist, status, object_key, file_size)
    SELECT id, 'Track of ' || username, username, 'approved', 'tracks/' || username, 1000
    FROM app_user WHERE role = 'copyright_owner'`)
  await on.query(`INSERT INTO challenge (title, month, phase, starts_at, voting_starts_at, submissions_end_at, ends_at)
    VALUES ('Bench', date_trunc('month', now()), 'voting', now() - interval '20 days', now() - interval '10 days',
      now() + interval '10 days', now() + interval '10 days')`)
  await on.query(`WITH dancers AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM app_user WHERE role = 'dancer'),
      tracks AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM track)
    INSERT INTO video (title, dancer_id, track_id, challenge_id, youtube_url, status, vote_code)
    SELECT 'Video ' || i, d.id, t.id, c.id, 'https://youtu.be/bench' || i, 'approved', 'B' || i
    FROM generate_series(0, ${VIDEOS - 1}) AS i
    JOIN dancers d ON d.n = i % ${DANCERS} JOIN tracks t ON t.n = i % ${MUSICIANS} CROSS JOIN challenge c`)
}

/**
 * Puts so many payments in the air: each an intent whose prompt is on a phone, its gift of one to five votes, and
 * M-Pesa's callback stored in the inbox by the product. ANALYZE follows, as after any load (docs/speed.md, What follows from
 * it).
 */
export async function fillInbox(on: Queryable, payments: number): Promise<void> {
  await on.query(`CREATE TEMP TABLE bench_waiting AS
    SELECT uuidv7() AS id, i, 1 + i % 5 AS votes, 'B' || (i * 7919) % ${VIDEOS} AS vote_code,
      '2547' || lpad(i::text, 8, '0') AS phone, 'ws_CO_' || lpad(i::text, 20, '0') AS checkout, gen_random_uuid() AS merchant
    FROM (SELECT nextval('bench_number') AS i FROM generate_series(1, ${payments})) AS numbers`)
  await on.query(`INSERT INTO payment_intent (id, purpose, state, amount, phone, account_reference, checkout_request_id,
      merchant_request_id, next_check_at, submitted_at)
    SELECT id, 'gift', 'awaiting', votes * ${VOTE_PRICE}, phone, 'G' || lpad(upper(to_hex(i)), 9, '0'), checkout, merchant::text,
      now() + interval '20 seconds', now() FROM bench_waiting ORDER BY i`)
  await on.query(`INSERT INTO gift (intent_id, video_id, challenge_id, dancer_account_id, musician_account_id, vote_count,
      phone, session_id, device_fingerprint)
    SELECT w.id, v.id, v.challenge_id, d.id, m.id, w.votes, w.phone, 'bench', 'bench'
    FROM bench_waiting w JOIN video v ON v.vote_code = w.vote_code JOIN track t ON t.id = v.track_id
    JOIN account d ON d.kind = 'dancer' AND d.owner_id = v.dancer_id
    JOIN account m ON m.kind = 'musician' AND m.owner_id = t.musician_id ORDER BY w.i`)
  const callbacks = await rows<{ id: string; body: string }>(
    on,
    `SELECT id, ${callbackBody} AS body FROM bench_waiting ORDER BY i`,
  )
  for (let from = 0; from < callbacks.length; from += AT_A_TIME)
    await insertCallbacks(callbacks.slice(from, from + AT_A_TIME).map(asItComes))
  await on.query('DROP TABLE bench_waiting')
  await on.query(
    'ANALYZE payment_intent, gift, callback_inbox, mpesa_receipt, journal, entry, account, video, outbox',
  )
}

const asItComes = ({ id, body }: { id: string; body: string }): RawCallback => ({
  kind: 'stk',
  intentId: id,
  sourceAddress: '127.0.0.1',
  body,
})

/** As M-Pesa writes it (docs/daraja.md), with a receipt of its own. */
const callbackBody = `format('{"Body":{"stkCallback":{"MerchantRequestID":"%s","CheckoutRequestID":"%s","ResultCode":0,'
  || '"ResultDesc":"The service request is processed successfully.","CallbackMetadata":{"Item":['
  || '{"Name":"Amount","Value":%s.00},{"Name":"MpesaReceiptNumber","Value":"S%s"},{"Name":"Balance"},'
  || '{"Name":"TransactionDate","Value":%s},{"Name":"PhoneNumber","Value":%s}]}}}}',
  merchant, checkout, votes * ${GIFT_PRICE_SHILLINGS}, upper(substr(md5(i::text), 1, 9)),
  to_char(now() AT TIME ZONE 'Africa/Nairobi', 'YYYYMMDDHH24MISS'), phone)`
