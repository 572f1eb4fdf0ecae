import { GIFT_PRICE_SHILLINGS } from '#lib/contract/gifts/constants.ts'
import { nairobiTimestamp, now } from '#lib/core/clock.ts'
import { type Queryable, rows } from '#lib/core/db.ts'
import { VOTE_PRICE } from '#lib/domain/gifts/policy.ts'
import { insertCallbacks } from '#lib/domain/payments/inbox.ts'
import { until } from '../support/until.ts'

type Waiting = { id: string; n: string; votes: number; phone: string; checkout: string; merchant: string }

/**
 * Creates prompted payments for videos of the month in voting, with gifts of one to five votes. Rows have the
 * product's full length: shorter ones would fit into gaps of old pages. Queries are due in an hour, after the
 * measurement.
 * @returns their intents, and the callbacks of their payments
 */
export async function orderGifts(on: Queryable, payments: number) {
  const at = `'${now().toISOString()}'::timestamptz`
  await on.query(`CREATE SEQUENCE IF NOT EXISTS bench_number START 100000000;
    CREATE TEMP TABLE bench_waiting AS
      SELECT uuidv7(${at} - now()) AS id, n, 1 + n % 5 AS votes, v.*, '25418' || lpad((n % 10000000)::text, 7, '0') AS phone,
        'ws_CO_' || to_char(${at}, 'DDMMYYYYHH24MISS') || lpad(to_hex(n), 13, '0') AS checkout, n % 99999 || '-' || n || '-1' AS merchant
      FROM (SELECT nextval('bench_number') AS n FROM generate_series(1, ${payments})) AS numbers
      JOIN (SELECT v.id AS video, v.challenge_id AS challenge, d.id AS dancer, m.id AS musician,
          row_number() OVER (ORDER BY v.id) - 1 AS place, count(*) OVER () AS many
        FROM video v JOIN challenge c ON c.id = v.challenge_id JOIN track t ON t.id = v.track_id
        JOIN account d ON d.kind = 'dancer' AND d.owner_id = v.dancer_id
        JOIN account m ON m.kind = 'musician' AND m.owner_id = t.musician_id
        WHERE c.phase = 'voting' AND c.ends_at > ${at} AND v.status = 'approved') AS v ON v.place = n % least(v.many, 250);
    INSERT INTO payment_intent (id, purpose, state, amount, phone, account_reference, checkout_request_id, merchant_request_id,
        asker, network, next_check_at, created_at, submitted_at)
      SELECT id, 'gift', 'awaiting', votes * ${VOTE_PRICE}, phone, 'G' || lpad(upper(to_hex(n)), 9, '0'), checkout, merchant,
        'session:' || md5('session' || phone), md5('network' || right(phone, 4)), ${at} + interval '1 hour', ${at}, ${at}
      FROM bench_waiting ORDER BY n;
    INSERT INTO gift (intent_id, video_id, challenge_id, dancer_account_id, musician_account_id, vote_count, phone, session_id,
        device_fingerprint, network, created_at)
      SELECT id, video, challenge, dancer, musician, votes, phone, md5('session' || phone), md5('device' || phone),
        md5('network' || right(phone, 4)), ${at} FROM bench_waiting ORDER BY n`)
  const waiting = await rows<Waiting>(
    on,
    'SELECT id, n, votes, phone, checkout, merchant FROM bench_waiting ORDER BY n',
  )
  await on.query('DROP TABLE bench_waiting')
  if (waiting.length !== payments) throw new Error(`${waiting.length} of ${payments} gifts were ordered.`)
  return waiting.map(({ id, n, votes, phone, ...ids }) => {
    // A receipt begins with year, month and day, so those of a day are adjacent, in no order.
    const receipt = ((BigInt(n) * 2_654_435_761n) % 268_435_456n).toString(16).toUpperCase().padStart(7, '0')
    return { intentId: id, callback: stkCallback(ids, `UKK${receipt}`, votes * GIFT_PRICE_SHILLINGS, phone) }
  })
}

/** Orders gifts, and stores M-Pesa's callbacks. */
export async function fillInbox(on: Queryable, payments: number): Promise<void> {
  const from = { kind: 'stk', sourceAddress: '127.0.0.1' } as const
  const ordered = await orderGifts(on, payments)
  const callbacks = ordered.map(({ intentId, callback }) => ({ ...from, intentId, body: callback }))
  while (callbacks.length > 0) await insertCallbacks(callbacks.splice(0, 1_000))
}

/** As M-Pesa sends it (docs/daraja.md). @param amount shillings */
export function stkCallback(
  ids: { merchant: string; checkout: string },
  receipt: string,
  amount: number,
  phone: string,
): string {
  return JSON.stringify({
    Body: {
      stkCallback: {
        MerchantRequestID: ids.merchant,
        CheckoutRequestID: ids.checkout,
        ResultCode: 0,
        ResultDesc: 'The service request is processed successfully.',
        CallbackMetadata: {
          Item: [
            { Name: 'Amount', Value: amount },
            { Name: 'MpesaReceiptNumber', Value: receipt },
            { Name: 'Balance' },
            { Name: 'TransactionDate', Value: Number(nairobiTimestamp(now())) },
            { Name: 'PhoneNumber', Value: Number(phone) },
          ],
        },
      },
    },
  })
}

/** Dancers' videos of the month in voting. */
export async function videosInVoting(on: Queryable): Promise<string[]> {
  const videos = await rows<{ id: string }>(
    on,
    `SELECT v.id FROM video v JOIN challenge c ON c.id = v.challenge_id
      JOIN account a ON a.kind = 'dancer' AND a.owner_id = v.dancer_id
      WHERE v.status = 'approved' AND c.phase = 'voting' AND c.ends_at > now() ORDER BY v.id`,
  )
  if (videos.length === 0) throw new Error('No month is in voting.')
  return videos.map(({ id }) => id)
}

/** Resolves once every stored callback is settled and every message sent. */
export async function untilSettled(on: Queryable): Promise<void> {
  const left = `SELECT FROM (SELECT id FROM callback_inbox WHERE processed_at IS NULL UNION ALL SELECT id FROM outbox) AS pending
    LIMIT 1`
  await until('every callback is settled', async () => (await rows(on, left)).length === 0, 60)
}

const DANCERS = 30
const MUSICIANS = 14
const VIDEOS = 40

/** SQL of one month in voting with people, tracks and videos. */
export const fillWorld = `
  INSERT INTO app_user (username, email, password_hash, role)
    SELECT role || n, role || n || '@example.com', '', role::role
    FROM (SELECT 'dancer' AS role, generate_series(1, ${DANCERS}) AS n
      UNION ALL SELECT 'copyright_owner', generate_series(1, ${MUSICIANS})) AS people;
  SELECT open_account(CASE role WHEN 'dancer' THEN 'dancer' ELSE 'musician' END, id) FROM app_user;
  INSERT INTO track (musician_id, title, artist, status, object_key, file_size)
    SELECT id, 'Track of ' || username, username, 'approved', 'tracks/' || username, 1000
    FROM app_user WHERE role = 'copyright_owner';
  INSERT INTO challenge (title, month, phase, starts_at, voting_starts_at, submissions_end_at, ends_at)
    VALUES ('Bench', date_trunc('month', now()), 'voting', now() - interval '20 days', now() - interval '10 days',
      now() + interval '10 days', now() + interval '10 days');
  WITH dancers AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM app_user WHERE role = 'dancer'),
      tracks AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM track)
    INSERT INTO video (title, dancer_id, track_id, challenge_id, youtube_url, status, vote_code)
    SELECT 'Video ' || i, d.id, t.id, c.id, 'https://youtu.be/bench' || i, 'approved', 'B' || i
    FROM generate_series(0, ${VIDEOS - 1}) AS i
    JOIN dancers d ON d.n = i % ${DANCERS} JOIN tracks t ON t.n = i % ${MUSICIANS} CROSS JOIN challenge c`
