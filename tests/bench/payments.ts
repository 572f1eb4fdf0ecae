import { GIFT_PRICE_SHILLINGS } from '#lib/contract/gifts/constants.ts'
import { nairobiTimestamp, now } from '#lib/core/clock.ts'
import { type Queryable, rows } from '#lib/core/db.ts'
import { VOTE_PRICE } from '#lib/domain/gifts/policy.ts'
import { insertCallbacks } from '#lib/domain/payments/inbox.ts'
import { until } from '../support/until.ts'

type Waiting = { id: string; n: string; votes: number; phone: string; checkout: string; merchant: string }

/** A prompted gift, with the callback of its payment. */
export interface Ordered {
  intentId: string
  callback: string
}

/**
 * Creates prompted payments for videos of the month in voting, with gifts of one to five votes. Rows have the
 * product's full length: shorter ones would fit into gaps of old pages. Queries are due in an hour, after the
 * measurement.
 */
export async function orderGifts(on: Queryable, payments: number): Promise<Ordered[]> {
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
  return waiting.map((one) => ({ intentId: one.id, callback: callbackOf(one) }))
}

/** Orders gifts, and stores M-Pesa's callbacks. */
export async function fillInbox(on: Queryable, payments: number): Promise<void> {
  const ordered = await orderGifts(on, payments)
  for (let from = 0; from < payments; from += 1_000)
    await insertCallbacks(
      ordered.slice(from, from + 1_000).map(({ intentId, callback }) => ({
        kind: 'stk',
        intentId,
        sourceAddress: '127.0.0.1',
        body: callback,
      })),
    )
}

/**
 * As M-Pesa sends it (docs/daraja.md). A receipt begins with year, month and day, so those of a day are
 * adjacent, in no order.
 */
function callbackOf({ n, votes, phone, checkout, merchant }: Waiting): string {
  const receipt = `UKK${((BigInt(n) * 2_654_435_761n) % 268_435_456n).toString(16).toUpperCase().padStart(7, '0')}`
  return stkCallback({ merchant, checkout }, receipt, votes * GIFT_PRICE_SHILLINGS, phone)
}

/** @param amount shillings */
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
  const isSettled = async () => {
    const [found] = await rows<{ left: number }>(
      on,
      `SELECT (SELECT count(*) FROM callback_inbox WHERE processed_at IS NULL)::int + (SELECT count(*) FROM outbox)::int AS left`,
    )
    return found?.left === 0
  }
  await until('every callback is settled', isSettled, 60)
}
