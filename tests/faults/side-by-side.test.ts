// Two settlements that work beside each other on the same payment. No worker runs here: each test starts its own.
import { expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { createGift } from '#lib/domain/gifts/commands.ts'
import { giftPurpose } from '#lib/domain/gifts/settlement.ts'
import { type RawCallback, storeCallback } from '#lib/domain/payments/inbox.ts'
import { settleAgain, settleInbox } from '#lib/domain/payments/settle.ts'
import { votesOf } from '#tests/support/contest.ts'
import { confirmation, paidCallback, putPromptOut, statementOf } from '#tests/support/evidence.ts'
import { callbacksOf, intentOf, newPhone, receiptOf, setUpMoney } from '#tests/support/money.ts'
import { asOwner, countWaiting } from '#tests/support/owner.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney({ worker: 'none' })

/** A gift of two votes whose prompt is on a phone. */
async function openGift() {
  const [video, phone] = [await money.video(), newPhone()]
  const order = {
    videoId: video.id,
    voteCount: 2,
    phone,
    sessionId: `session-of-${phone}`,
    deviceFingerprint: 'fingerprint-1',
  }
  const { id, amount } = await createGift(order)
  await putPromptOut(id)
  const { account_reference: account } = await intentOf(id)
  return {
    id,
    video,
    pay: () => money.book.collect({ kind: 'paybill', phone, amountCents: amount, account }),
  }
}

/**
 * Settles two callbacks of one payment in two transactions of which the second has begun, and has read the receipts,
 * before the first commits.
 */
async function settleBesides(intentId: string, callbacks: readonly RawCallback[]): Promise<void> {
  await asOwner(async (owner) => {
    await owner.query('BEGIN')
    await owner.query('SELECT 1 FROM payment_intent WHERE id = $1 FOR UPDATE', [intentId])
    const settlements: Promise<number>[] = []
    for (const callback of callbacks) {
      await storeCallback(callback)
      settlements.push(settleInbox({ gift: giftPurpose }, 1))
      const waits = async () => (await countWaiting(owner)) === settlements.length
      await until('the settlement waits for the payment', waits)
    }
    await owner.query('COMMIT')
    await Promise.all(settlements)
  })
}

test('a gift paid twice, by prompt and by Paybill, told at once: one counts, the other waits in suspense', async () => {
  const { id, video, pay } = await openGift()
  const [first, second] = [pay(), pay()]
  await settleBesides(id, [paidCallback(id, first), confirmation(second)])
  expect(await receiptOf(first.receipt)).toMatchObject({ status: 'credited', intent_id: id })
  expect(await receiptOf(second.receipt)).toMatchObject({ status: 'unmatched', reason: 'paid_twice' })
  expect(await votesOf(video)).toBe(2)
})

test('a payment that is held while its callback is being settled goes to people', async () => {
  const { id, video, pay } = await openGift()
  const payment = pay()
  await asOwner(async (owner) => {
    await owner.query('BEGIN')
    await owner.query(`UPDATE payment_intent SET hold_reason = 'fraud_hold' WHERE id = $1`, [id])
    await storeCallback(paidCallback(id, payment))
    const settlement = settleInbox({ gift: giftPurpose })
    await until('the settlement waits for the payment', async () => (await countWaiting(owner)) === 1)
    await owner.query('COMMIT')
    await settlement
  })
  expect(await intentOf(id)).toMatchObject({ state: 'review', review_reason: 'fraud_hold' })
  expect(await receiptOf(payment.receipt)).toMatchObject({ status: 'unmatched', reason: 'fraud_hold' })
  expect(await votesOf(video)).toBe(0)
})

test('a callback that this worker cannot settle waits, and holds up nobody', async () => {
  const gifts = [await openGift(), await openGift(), await openGift()]
  const [first, stranger, last] = gifts.map(({ id, pay }) => paidCallback(id, pay()))
  if (!first || !stranger || !last) throw new Error('three callbacks')
  // As if another version of the product had made it, which knows more purposes.
  await db().query(`UPDATE payment_intent SET purpose = 'topup' WHERE id = $1`, [stranger.intentId])
  for (const callback of [stranger, first, last]) await storeCallback(callback)
  await settleInbox({ gift: giftPurpose })
  expect(await Promise.all(gifts.map(({ video }) => votesOf(video)))).toEqual([2, 0, 2])
  expect(await callbacksOf(stranger.intentId)).toMatchObject([
    { processed_at: null, outcome: expect.stringMatching(/^set aside: no terms/) },
  ])
  expect(await intentOf(String(stranger.intentId))).toMatchObject({ state: 'awaiting' })
  // The sweep of a worker that knows it settles it.
  await db().query(`UPDATE payment_intent SET purpose = 'gift' WHERE id = $1`, [stranger.intentId])
  await settleAgain({ gift: giftPurpose })
  expect(await intentOf(String(stranger.intentId))).toMatchObject({ state: 'credited' })
})

test('one payment told in three ways at once counts once', async () => {
  const { id, video, pay } = await openGift()
  const line = pay()
  await settleBesides(id, [paidCallback(id, line), confirmation(line), statementOf(line)])
  expect(await receiptOf(line.receipt)).toMatchObject({ status: 'credited', intent_id: id, amount: 10_000n })
  expect(await votesOf(video)).toBe(2)
})

test('a receipt is reassigned while what was really paid is being told', async () => {
  for (const isLineFirst of [true, false]) {
    const [a, b] = [await openGift(), await openGift()]
    const [x, y] = [a.pay(), b.pay()]
    await storeCallback(paidCallback(b.id, { ...y, receipt: x.receipt }))
    await settleInbox({ gift: giftPurpose })
    expect(await receiptOf(x.receipt)).toMatchObject({ status: 'credited', intent_id: b.id })
    const lines = [statementOf(y), statementOf(x)]
    await settleBesides(b.id, isLineFirst ? lines : lines.reverse())
    for (const [gift, line] of [[a, x] as const, [b, y] as const]) {
      expect(await receiptOf(line.receipt)).toMatchObject({ status: 'credited', intent_id: gift.id })
      expect(await votesOf(gift.video)).toBe(2)
    }
  }
})
