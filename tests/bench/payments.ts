import type pg from 'pg'
import { GIFT_PRICE_SHILLINGS } from '#lib/contract/gifts/constants.ts'
import { VOTE_PRICE } from '#lib/domain/gifts/policy.ts'
import { callbackToken } from '#lib/domain/mpesa/callback-path.ts'
import { until } from '../support/until.ts'

/** A gift whose prompt is on a phone, with the callback that says it was paid. */
export interface Ordered {
  intentId: string
  /** Where M-Pesa sends the callback. */
  path: string
  callback: string
}

let ordered = 0

/**
 * Orders gifts of one vote each, without asking M-Pesa for anything: their callbacks come from the bench.
 * @param videos those that are given to, in turn
 */
export async function orderGifts(
  database: pg.Pool,
  count: number,
  videos: readonly string[],
): Promise<Ordered[]> {
  const first = ordered + 1
  ordered += count
  const client = await database.connect()
  try {
    await client.query('BEGIN')
    await client.query(
      `CREATE TEMP TABLE wanted ON COMMIT DROP AS
        SELECT uuidv7() AS id, i, ($3::uuid[])[1 + i % cardinality($3::uuid[])] AS video_id,
          '2541' || lpad(i::text, 8, '0') AS phone, 'ws_CO_bench' || lpad(i::text, 15, '0') AS checkout
        FROM generate_series($1::int, $2::int) AS i`,
      [first, ordered, videos],
    )
    // Whether they were paid is asked an hour from now: not while anything is measured.
    await client.query(`INSERT INTO payment_intent (id, purpose, state, amount, phone, account_reference,
        checkout_request_id, merchant_request_id, next_check_at, submitted_at)
      SELECT id, 'gift', 'awaiting', ${VOTE_PRICE}, phone, 'GZ' || lpad(i::text, 8, '0'), checkout, id::text,
        now() + interval '1 hour', now() FROM wanted ORDER BY i`)
    const gifts = await client.query<{ id: string; i: number; phone: string; checkout: string }>(
      `WITH given AS (INSERT INTO gift (intent_id, video_id, challenge_id, dancer_account_id, musician_account_id,
          vote_count, phone, session_id, device_fingerprint)
        SELECT w.id, v.id, v.challenge_id, d.id, m.id, 1, w.phone, 'bench', 'bench'
        FROM wanted w JOIN video v ON v.id = w.video_id JOIN track t ON t.id = v.track_id
        JOIN account d ON d.kind = 'dancer' AND d.owner_id = v.dancer_id
        JOIN account m ON m.kind = 'musician' AND m.owner_id = t.musician_id RETURNING intent_id)
      SELECT w.id, w.i, w.phone, w.checkout FROM wanted w JOIN given ON given.intent_id = w.id ORDER BY w.i`,
    )
    await client.query('COMMIT')
    // As after any load (docs/speed.md, What follows from it).
    await client.query('ANALYZE payment_intent, gift')
    if (gifts.rows.length !== count) throw new Error(`${gifts.rows.length} of ${count} gifts were ordered.`)
    return gifts.rows.map(({ id, i, phone, checkout }) => ({
      intentId: id,
      path: `/api/payments/m/${callbackToken('stk', id)}/stk/`,
      callback: callbackOf(id, checkout, `B${i.toString(36).toUpperCase().padStart(9, '0')}`, phone),
    }))
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

/** As M-Pesa writes it (docs/daraja.md). */
function callbackOf(merchant: string, checkout: string, receipt: string, phone: string): string {
  return JSON.stringify({
    Body: {
      stkCallback: {
        MerchantRequestID: merchant,
        CheckoutRequestID: checkout,
        ResultCode: 0,
        ResultDesc: 'The service request is processed successfully.',
        CallbackMetadata: {
          Item: [
            { Name: 'Amount', Value: GIFT_PRICE_SHILLINGS },
            { Name: 'MpesaReceiptNumber', Value: receipt },
            { Name: 'Balance' },
            { Name: 'TransactionDate', Value: Number(nairobiTimestamp(new Date())) },
            { Name: 'PhoneNumber', Value: Number(phone) },
          ],
        },
      },
    },
  })
}

/** 20261120143000: three hours ahead of UTC all year. */
function nairobiTimestamp(moment: Date): string {
  return new Date(moment.getTime() + 3 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14)
}

/** The dancers' videos of the month in voting. */
export async function videosInVoting(database: pg.Pool): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `SELECT v.id FROM video v JOIN challenge c ON c.id = v.challenge_id
      JOIN account a ON a.kind = 'dancer' AND a.owner_id = v.dancer_id
      WHERE v.status = 'approved' AND c.phase = 'voting' AND c.ends_at > now() ORDER BY v.id`,
  )
  if (rows.length === 0) throw new Error('No month is in voting.')
  return rows.map(({ id }) => id)
}

/** Resolves once every stored callback is settled and every message about it has been sent. */
export async function untilSettled(database: pg.Pool): Promise<void> {
  await until(
    'every callback is settled',
    async () => {
      const { rows } = await database.query<{ left: number }>(
        `SELECT (SELECT count(*) FROM callback_inbox WHERE processed_at IS NULL)::int
          + (SELECT count(*) FROM outbox)::int AS left`,
      )
      return rows[0]?.left === 0
    },
    60,
  )
}
