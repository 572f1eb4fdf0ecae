import { GIFT_PRICE_SHILLINGS } from '#lib/contract/gifts/constants.ts'
import { type Queryable, rows } from '#lib/core/db.ts'
import { VOTE_PRICE } from '#lib/domain/gifts/policy.ts'
import { insertCallbacks } from '#lib/domain/payments/inbox.ts'
import { PRESENT } from './sizes.ts'

const AT_A_TIME = 1_000
/** The numbers of a round begin here, above those of the loader. */
const FIRST = 100_000_000

/**
 * Year, month and day begin each of M-Pesa's receipts, as in Safaricom's own sample LK451H35OP of 4 November 2017: those of one day
 * lie together, in no order.
 */
const RECEIPT_DAY = 'UKK'

/**
 * Puts so many payments in the air for the running month's videos, and M-Pesa's callbacks into the inbox. Each row has what the
 * loader's have: smaller ones would fit into the gaps of old pages, each into another, which is then written whole to the log.
 */
export async function fillInbox(on: Queryable, round: number, payments: number): Promise<void> {
  const at = `'${PRESENT.toISOString()}'::timestamptz`
  await on.query(
    `CREATE TEMP TABLE growth_waiting AS
      SELECT uuidv7(${at} - now()) AS id, n, 1 + n % 5 AS votes, v.*, '25418' || lpad((n % 10000000)::text, 7, '0') AS phone,
        'ws_CO_' || to_char(${at}, 'DDMMYYYYHH24MISS') || lpad((n % 10000)::text, 4, '0') || lpad(to_hex(n), 9, '0') AS checkout,
        n % 99999 || '-' || n || '-1' AS merchant
      FROM (SELECT ${FIRST} + ${round * payments} + generate_series(1, ${payments}) AS n) AS numbers
      JOIN (SELECT v.id AS video, v.challenge_id AS challenge, d.id AS dancer, m.id AS musician,
          row_number() OVER (ORDER BY v.id) - 1 AS place, count(*) OVER () AS many
        FROM video v JOIN challenge c ON c.id = v.challenge_id JOIN track t ON t.id = v.track_id
        JOIN account d ON d.owner_id = v.dancer_id JOIN account m ON m.owner_id = t.musician_id
        WHERE c.phase = 'voting' AND v.status = 'approved') AS v ON v.place = n % least(v.many, 250)`,
  )
  await on.query(
    `INSERT INTO payment_intent (id, purpose, state, amount, phone, account_reference, checkout_request_id,
        merchant_request_id, asker, network, next_check_at, created_at, submitted_at)
      SELECT id, 'gift', 'awaiting', votes * ${VOTE_PRICE}, phone, 'G' || lpad(upper(to_hex(n)), 9, '0'), checkout, merchant,
        'session:' || md5('session' || phone), md5('network' || right(phone, 4)), ${at} + interval '20 seconds', ${at}, ${at} FROM growth_waiting ORDER BY n`,
  )
  await on.query(
    `INSERT INTO gift (intent_id, video_id, challenge_id, dancer_account_id, musician_account_id, vote_count, phone, session_id,
        device_fingerprint, network, created_at)
      SELECT id, video, challenge, dancer, musician, votes, phone, md5('session' || phone), md5('device' || phone),
        md5('network' || right(phone, 4)), ${at} FROM growth_waiting ORDER BY n`,
  )
  const callbacks = await rows<{ id: string; body: string }>(
    on,
    `SELECT id, format('{"Body":{"stkCallback":{"MerchantRequestID":"%s","CheckoutRequestID":"%s","ResultCode":0,'
        || '"ResultDesc":"The service request is processed successfully.","CallbackMetadata":{"Item":['
        || '{"Name":"Amount","Value":%s.00},{"Name":"MpesaReceiptNumber","Value":"%s"},{"Name":"Balance"},'
        || '{"Name":"TransactionDate","Value":%s},{"Name":"PhoneNumber","Value":%s}]}}}}',
      merchant, checkout, votes * ${GIFT_PRICE_SHILLINGS}, '${RECEIPT_DAY}' || lpad(upper(to_hex((n * 2654435761) % 268435456)), 7, '0'),
      to_char(${at} AT TIME ZONE 'Africa/Nairobi', 'YYYYMMDDHH24MISS'), phone) AS body
    FROM growth_waiting ORDER BY n`,
  )
  for (let from = 0; from < callbacks.length; from += AT_A_TIME)
    await insertCallbacks(
      callbacks
        .slice(from, from + AT_A_TIME)
        .map(({ id, body }) => ({ kind: 'stk', intentId: id, sourceAddress: '127.0.0.1', body })),
    )
  await on.query('DROP TABLE growth_waiting')
}
