// A video is withdrawn while gifts for it are ordered, paid and settled.
import { expect, test } from 'vitest'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { transaction } from '#lib/core/outbox.ts'
import { createGift } from '#lib/domain/gifts/commands.ts'
import { giftPurpose } from '#lib/domain/gifts/settlement.ts'
import { withdrawVideos } from '#lib/domain/gifts/withdraw-videos.ts'
import { storeCallback } from '#lib/domain/payments/inbox.ts'
import { settleInbox } from '#lib/domain/payments/settle.ts'
import { votesOf } from '#tests/support/contest.ts'
import { paidCallback, putPromptOut, statementOf } from '#tests/support/evidence.ts'
import { intentOf, newPhone, receiptOf, setUpMoney } from '#tests/support/money.ts'
import { asOwner, countWaiting } from '#tests/support/owner.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney({ worker: 'none' })

const give = (videoId: string, phone = newPhone()) =>
  createGift({
    videoId,
    voteCount: 1,
    phone,
    sessionId: `session-of-${phone}`,
    deviceFingerprint: 'fingerprint-1',
  })
/** A gift whose prompt is on the phone for some minutes. */
async function prompted(videoId: string, phone: string) {
  const gift = await give(videoId, phone)
  await putPromptOut(gift.id, 300)
  return gift
}
const withdraw = (videoId: string) =>
  transaction((tx) =>
    withdrawVideos(tx, { of: { videoId }, because: 'video_withdrawn', sentence: 'No.', at: new Date() }),
  )

test('a gift that is being made while its video is withdrawn is held', async () => {
  const video = await money.video()
  const made = await asOwner(async (owner) => {
    await owner.query('BEGIN')
    // The order has read the video, and waits before its own rows.
    await owner.query('LOCK TABLE gift IN SHARE MODE')
    const ordered = give(video.id)
    await until('the order waits', async () => (await countWaiting(owner)) === 1)
    const withdrawn = withdraw(video.id)
    await until('the withdrawal waits for it', async () => (await countWaiting(owner)) === 2)
    await owner.query('COMMIT')
    expect(await withdrawn).toEqual([video.id])
    return ordered
  })
  expect(await intentOf(made.id)).toMatchObject({ hold_reason: 'video_withdrawn' })
  await expect(give(video.id)).rejects.toThrow(NotFoundError)
})

test('a gift that is being settled while its video is withdrawn counts, and nobody waits in a circle', async () => {
  const video = await money.video()
  const phone = newPhone()
  const { id, amount } = await prompted(video.id, phone)
  const { account_reference: account } = await intentOf(id)
  const line = money.book.collect({ kind: 'paybill', phone, amountCents: amount, account })
  await storeCallback(paidCallback(id, line))
  await asOwner(async (owner) => {
    await owner.query('BEGIN')
    // Settlement has the payment, and waits for the votes: they come last.
    await owner.query('SELECT 1 FROM video WHERE id = $1 FOR UPDATE', [video.id])
    const settled = settleInbox({ gift: giftPurpose }, 1)
    await until('the settlement waits', async () => (await countWaiting(owner)) === 1)
    const withdrawn = withdraw(video.id)
    await until('the withdrawal waits for it', async () => (await countWaiting(owner)) === 2)
    await owner.query('COMMIT')
    await Promise.all([settled, withdrawn])
  })
  expect(await intentOf(id)).toMatchObject({ state: 'credited' })
  expect(await votesOf(video)).toBe(1)
})

test('withdrawn in the middle of a burst: what was paid before counts, the rest is with people', async () => {
  const video = await money.video()
  const gifts = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const phone = newPhone()
      return { phone, ...(await prompted(video.id, phone)) }
    }),
  )
  const moment = new Date()
  const lines = await Promise.all(
    gifts.map(async ({ id, phone, amount }, n) => {
      const { account_reference: account } = await intentOf(id)
      const line = money.book.collect({ kind: 'paybill', phone, amountCents: amount, account })
      const at = new Date(moment.getTime() + (n % 2 ? 60_000 : -60_000)).toISOString()
      return { id, isAfter: n % 2 === 1, line: { ...line, at } }
    }),
  )
  const tell = async ({ id, line }: (typeof lines)[number], n: number) =>
    storeCallback(n % 3 ? paidCallback(id, line) : statementOf(line))
  await Promise.all([
    ...lines.slice(0, 15).map(tell),
    withdraw(video.id).then(() => Promise.all(lines.slice(15).map(tell))),
    settleInbox({ gift: giftPurpose }, 3),
    settleInbox({ gift: giftPurpose }, 3),
  ])
  await settleInbox({ gift: giftPurpose })
  for (const { id, isAfter, line } of lines.slice(15)) {
    expect(await intentOf(id)).toMatchObject({ state: isAfter ? 'review' : 'credited' })
    expect(await receiptOf(line.receipt)).toMatchObject({ reason: isAfter ? 'video_withdrawn' : null })
  }
  // Those that were told beside it count, or were seen by it: none is left in between.
  const open = await rows(
    db(),
    `SELECT id FROM payment_intent i JOIN gift g ON g.intent_id = i.id WHERE g.video_id = $1 AND i.state NOT IN ('credited', 'review')`,
    [video.id],
  )
  expect(open).toEqual([])
  const credited = await firstRow<{ votes: number }>(
    db(),
    `SELECT count(*)::int AS votes FROM payment_intent i JOIN gift g ON g.intent_id = i.id WHERE g.video_id = $1 AND i.state = 'credited'`,
    [video.id],
  )
  expect(await votesOf(video)).toBe(credited?.votes)
})
