// What M-Pesa said and was asked is deleted after three months, and nothing that anybody still needs (docs/retention.md).
import { beforeEach, expect, test } from 'vitest'
import { addSeconds, nairobiTime, now } from '#lib/core/clock.ts'
import { db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { MESSAGES_KEPT_SECONDS, purgeMessages } from '#lib/domain/payments/purge-messages.ts'
import { addPerson, openMonth } from '#tests/support/contest.ts'
import { addGift, addOpenVideo } from '#tests/support/strange-gifts.ts'

const month = await openMonth()
const video = await addOpenVideo(month)
const HOUR = 3_600
/** All is said now, and looked at when an hour has passed since the end of its keeping. */
const later = addSeconds(now(), MESSAGES_KEPT_SECONDS + HOUR)

beforeEach(async () => {
  await db().query('DELETE FROM daraja_request')
  await db().query('DELETE FROM callback_inbox')
  await db().query(`UPDATE challenge SET phase = 'closed', closed_at = now()`)
})

/** The request for a gift's prompt and its callback, settled. */
async function message(intentId: string | null, at = now(), processedAt: Date | null = at): Promise<void> {
  await db().query(
    `INSERT INTO callback_inbox (kind, intent_id, source_address, body, received_at, processed_at, outcome)
      VALUES ('stk', $1, '127.0.0.1', '{}', $2, $3, 'credited')`,
    [intentId, at, processedAt],
  )
  await db().query(
    `INSERT INTO daraja_request (id, intent_id, operation, request, outcome, created_at) VALUES ($1, $2, 'stk_push', '{}', 'accepted', $3)`,
    [newId(), intentId, at],
  )
}

const kept = async () => ({
  callbacks: (await rows(db(), 'SELECT id FROM callback_inbox')).length,
  requests: (await rows(db(), 'SELECT id FROM daraja_request')).length,
})

test('messages of closed months are deleted after their time, and not before', async () => {
  await message(await addGift(video))
  await message(null)
  expect(await purgeMessages(addSeconds(later, -2 * HOUR))).toBe(0)
  expect(await kept()).toEqual({ callbacks: 2, requests: 2 })
  expect(await purgeMessages(later)).toBe(4)
  expect(await kept()).toEqual({ callbacks: 0, requests: 0 })
  expect(await purgeMessages(later)).toBe(0)
})

test('more than one batch of them is deleted, and what came later stays', async () => {
  await db().query(
    `INSERT INTO callback_inbox (kind, source_address, body, received_at, processed_at)
      SELECT 'statement', '127.0.0.1', '{}', $1, $1 FROM generate_series(1, 2500)`,
    [now()],
  )
  await message(null, addSeconds(later, -HOUR))
  expect(await purgeMessages(later)).toBe(2_500)
  expect(await kept()).toEqual({ callbacks: 1, requests: 1 })
})

test('a month that is not closed keeps all of its messages', async () => {
  await message(await addGift(video))
  await db().query(`UPDATE challenge SET phase = 'tallying', closed_at = NULL`)
  expect(await purgeMessages(later)).toBe(0)
})

test('what is not settled, and payments that are open or without a receipt, keep theirs', async () => {
  const [open, unproven] = [await addGift(video), await addGift(video)]
  await db().query(`UPDATE payment_intent SET state = 'review' WHERE id = $1`, [open])
  await db().query('UPDATE payment_intent SET receipt_missing_since = now() WHERE id = $1', [unproven])
  await message(open)
  await message(unproven)
  await message(await addGift(video), now(), null)
  expect(await purgeMessages(later)).toBe(1)
  expect(await kept()).toEqual({ callbacks: 3, requests: 2 })
})

test('what is about a payout stays: a late Result finds its payout through the request', async () => {
  const [payout, request] = [newId(), newId()]
  const owner = await addPerson('dancer')
  await db().query(
    `INSERT INTO payout (id, reference, owner_id, account_id, amount, phone, approve_after, created_at)
      SELECT $1, $3, $2, id, 10000, '254712345678', $4, $4 FROM account WHERE owner_id = $2`,
    [payout, owner, payout.slice(-12), nairobiTime(2026, 1, 1)],
  )
  await db().query(
    `INSERT INTO daraja_request (id, payout_id, operation, request, created_at) VALUES ($1, $2, 'b2c', '{}', $3)`,
    [request, payout, now()],
  )
  await db().query(
    `INSERT INTO callback_inbox (kind, intent_id, source_address, body, received_at, processed_at)
      VALUES ('b2c/result', $1, '127.0.0.1', '{}', $2, $2)`,
    [request, now()],
  )
  expect(await purgeMessages(later)).toBe(0)
  expect(await kept()).toEqual({ callbacks: 1, requests: 1 })
})
