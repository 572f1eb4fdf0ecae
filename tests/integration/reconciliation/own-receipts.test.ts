// Money in suspense that names a payment which does not wait for people: it is a case of its own, and never stuck behind that payment.
import { expect, test } from 'vitest'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { storeCallback } from '#lib/domain/payments/inbox.ts'
import { countUnresolved } from '#lib/domain/reconciliation/list-cases.ts'
import { votesOf } from '#tests/support/contest.ts'
import {
  agreed,
  caseOf,
  casesOf,
  countedGift,
  post,
  proposed,
  refundsOf,
  reversalsOf,
  superAdmin,
  suspended,
  twoAdmins,
  untilRefund,
  wrongAmountGift,
} from '#tests/support/desk-payments.ts'
import { statementOf } from '#tests/support/evidence.ts'
import { intentOf, receiptOf, setUpMoney, untilState } from '#tests/support/money.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney()
const [amina, brian] = await twoAdmins()
const both = [amina, brian] as const

type Gift = { id: string; phone: string }

/** The gift's payer pays again to its account number. @returns the receipt, which waits in suspense */
async function paidAgain({ id, phone }: Gift, amountCents = 10_000n): Promise<string> {
  const { account_reference: account } = await intentOf(id)
  const line = money.book.collect({ kind: 'paybill', phone, amountCents, account })
  await storeCallback(statementOf(line))
  await until('it is told', () => receiptOf(line.receipt))
  return line.receipt
}

/** Counted, taken back, refused by M-Pesa, closed by people, and paid once more. */
async function takenBackAndClosed() {
  const gift = await countedGift(money, 2)
  money.mpesa.setNext({ api: 'reversal', outcome: { answer: 1 } })
  await agreed(both, gift.id, { action: 'refund' })
  await untilRefund(gift.receipt, 'failed')
  await agreed(both, gift.id, { action: 'close' })
  return { gift, receipt: await paidAgain(gift), status: 'written_off' }
}

/** Counted on the word of a query, not found by people, and listed by the statement after all. */
async function foundUnpaid() {
  const gift = await countedGift(money, 2)
  const line = money.book.find(gift.receipt)
  if (!line) throw new Error('M-Pesa has no such payment')
  await db().query('DELETE FROM mpesa_receipt WHERE receipt = $1', [gift.receipt])
  await db().query('UPDATE payment_intent SET receipt_missing_since = $2 WHERE id = $1', [
    gift.id,
    addSeconds(now(), -25 * 3_600),
  ])
  await agreed(both, gift.id, { action: 'found_unpaid' })
  await storeCallback(statementOf(line))
  await until('it is told', () => receiptOf(gift.receipt))
  return { gift, receipt: gift.receipt, status: 'not_paid' }
}

/** Closed while a second receipt waited beside the first. */
async function closedBesideSecond() {
  const gift = await wrongAmountGift(money)
  const receipt = await paidAgain(gift)
  await agreed(both, gift.id, { action: 'close' })
  return { gift, receipt, status: 'written_off' }
}

const ways = [
  ['taken back, closed and paid again', takenBackAndClosed],
  ['found unpaid, and listed after all', foundUnpaid],
  ['closed beside a second receipt', closedBesideSecond],
] as const

/** What the list, its number and the page of both cases say while the money waits. */
async function expectWaiting({ gift, receipt, status }: Awaited<ReturnType<typeof takenBackAndClosed>>) {
  expect(await intentOf(gift.id)).toMatchObject({ state: 'declined' })
  expect(await receiptOf(receipt)).toMatchObject({ status: 'unmatched', intent_id: gift.id })
  const row = { id: receipt, kind: 'receipt', status: 'suspense', receipt, amount: 100 }
  const open = await casesOf(amina)
  expect(open).toHaveLength(await countUnresolved())
  expect(open.filter(({ id }) => [receipt, gift.id].includes(id))).toMatchObject([row])
  expect((await casesOf(amina, { search: receipt })).map(({ id }) => id)).toEqual([receipt])
  const actions = ['credit', 'refund', 'close']
  expect(await caseOf(amina, receipt)).toMatchObject({ ...row, actions, needs_vote_code: true })
  // The payment itself is over, and says nothing of money that is not its own.
  const payment = await caseOf(amina, gift.id)
  expect(payment).toMatchObject({ kind: 'payment', status, actions: [] })
  expect(payment.receipt).not.toBe(receipt)
}

test.each(ways)('%s: it goes back, once', async (_, make) => {
  const found = await make()
  const { gift, receipt, status } = found
  await expectWaiting(found)
  const before = await suspended()
  const proposal_id = await proposed(amina, receipt, { action: 'refund' })
  const confirm = () => post(brian, receipt, { decision: 'confirm', proposal_id })
  const answers = await Promise.all([confirm(), confirm()])
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
  await untilRefund(receipt, 'done')
  expect(await suspended()).toBe(before - 10_000n)
  expect(await refundsOf(receipt)).toHaveLength(1)
  expect(reversalsOf(money, receipt)).toBe(1)
  expect(await caseOf(amina, receipt)).toMatchObject({ id: receipt, status: 'refunded', actions: [] })
  expect(await caseOf(amina, gift.id)).toMatchObject({ status, actions: [] })
  for (const action of ['credit', 'refund', 'close'])
    expect(await post(amina, receipt, { action, note: 'x', vote_code: 'ABCDEF' })).toMatchObject({
      status: 409,
      json: { code: 'not_possible' },
    })
  expect(await intentOf(gift.id)).toMatchObject({ state: 'declined' })
})

test.each(ways)('%s: it is counted for a video, once', async (_, make) => {
  const found = await make()
  const { gift, receipt, status } = found
  const video = await money.video()
  const before = await suspended()
  const body = { action: 'credit', vote_code: video.voteCode }
  const proposal_id = await proposed(amina, receipt, body)
  const confirm = () => post(brian, receipt, { decision: 'confirm', proposal_id })
  const answers = await Promise.all([confirm(), confirm()])
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
  expect(await votesOf(video)).toBe(2)
  expect(await suspended()).toBe(before - 10_000n)
  expect(await caseOf(amina, receipt)).toMatchObject({
    kind: 'payment',
    status: 'counted',
    actions: ['refund'],
  })
  expect(await caseOf(amina, gift.id)).toMatchObject({ status, actions: [] })
  expect((await casesOf(amina)).filter(({ id }) => [receipt, gift.id].includes(id))).toEqual([])
  // Sent back from here it is the new gift that is taken back.
  await agreed(both, receipt, { action: 'refund' })
  await untilRefund(receipt, 'done')
  expect(await votesOf(video)).toBe(0)
  expect(await caseOf(amina, receipt)).toMatchObject({ kind: 'payment', status: 'refunded' })
})

test.each(ways)('%s: it is put to revenue', async (_, make) => {
  const { gift, receipt, status } = await make()
  const before = await suspended()
  expect((await agreed(both, receipt, { action: 'close' })).status).toBe(200)
  expect(await suspended()).toBe(before - 10_000n)
  const closed = await caseOf(amina, receipt)
  expect(closed).toMatchObject({ id: receipt, kind: 'receipt', status: 'written_off', actions: [] })
  expect(closed.timeline.map(({ kind }) => kind)).toContain('decision')
  expect(await caseOf(amina, gift.id)).toMatchObject({ status, actions: [] })
})

test('a refund of it that fails leaves it a case of its own, and one that is unclear is settled there', async () => {
  const { gift, receipt } = await foundUnpaid()
  money.mpesa.setNext({ api: 'reversal', outcome: { answer: 1 } })
  await agreed(both, receipt, { action: 'refund' })
  await untilRefund(receipt, 'failed')
  expect(await caseOf(amina, receipt)).toMatchObject({ id: receipt, status: 'suspense' })
  money.mpesa.setNext({ api: 'reversal', outcome: 'no-callback' })
  await agreed(both, receipt, { action: 'refund' })
  const { id } = await untilRefund(receipt, 'accepted', 'unknown')
  await db().query(`UPDATE refund SET problem = 'unheard' WHERE id = $1`, [id])
  for (const found of await casesOf(amina, { status: 'refunds' }))
    if ([receipt, gift.id].includes(found.id)) expect(found).toMatchObject({ id: receipt, kind: 'receipt' })
  expect(await caseOf(amina, receipt)).toMatchObject({ id: receipt, actions: ['found_paid', 'found_unpaid'] })
  expect(await caseOf(amina, gift.id)).toMatchObject({ status: 'not_paid', actions: [] })
  await agreed(both, receipt, { action: 'found_paid' })
  expect(await caseOf(amina, receipt)).toMatchObject({ id: receipt, status: 'refunded' })
})

test('what the statement lists for a payment without a receipt, of another amount, is a case of its own', async () => {
  const gift = await countedGift(money, 2)
  const line = money.book.find(gift.receipt)
  await db().query('DELETE FROM mpesa_receipt WHERE receipt = $1', [gift.receipt])
  await db().query('UPDATE payment_intent SET receipt_missing_since = $2 WHERE id = $1', [gift.id, now()])
  const receipt = await paidAgain(gift, 15_000n)
  expect(await caseOf(amina, receipt)).toMatchObject({ id: receipt, status: 'suspense', amount: 150 })
  expect(await caseOf(amina, gift.id)).toMatchObject({ status: 'unproven', receipt: null, amount: 100 })
  await agreed(both, receipt, { action: 'refund' })
  await untilRefund(receipt, 'done')
  if (line) await storeCallback(statementOf(line))
  await until('its own receipt is listed', () => receiptOf(gift.receipt))
  expect(await intentOf(gift.id)).toMatchObject({ state: 'credited', receipt_missing_since: null })
})

test('money in suspense of a payment in review stays that payment’s', async () => {
  const gift = await wrongAmountGift(money)
  expect((await casesOf(amina)).filter(({ id }) => [gift.receipt, gift.id].includes(id))).toMatchObject([
    { id: gift.id, status: 'review', receipt: gift.receipt },
  ])
  expect(await caseOf(amina, gift.receipt)).toMatchObject({ id: gift.id, actions: ['refund', 'close'] })
  // As it does once it was closed.
  await agreed(both, gift.id, { action: 'close' })
  expect(await caseOf(amina, gift.receipt)).toMatchObject({ id: gift.id, status: 'written_off' })
})

test('whoever ordered the payment that it names does not decide about it', async () => {
  const { gift, receipt } = await closedBesideSecond()
  // M-Pesa has told the statement no phone.
  await db().query('UPDATE mpesa_receipt SET phone = NULL WHERE receipt = $1', [receipt])
  const payer = await superAdmin()
  await db().query('UPDATE app_user SET phone_number = $2 WHERE id = $1', [payer.id, gift.phone])
  expect(await caseOf(payer, receipt)).toMatchObject({ id: receipt, is_own_matter: true })
  expect((await post(payer, receipt, { action: 'close', note: 'x' })).status).toBe(403)
  expect((await caseOf(brian, receipt)).is_own_matter).toBe(false)
  await agreed(both, receipt, { action: 'refund' })
  await untilRefund(receipt, 'done')
})

test('a proposal about it does nothing where it has become a payment’s meanwhile', async () => {
  const { gift, receipt } = await closedBesideSecond()
  const proposal_id = await proposed(amina, receipt, { action: 'refund' })
  await paidAgain(gift, 5_000n)
  await untilState(gift.id, 'review')
  expect(await post(brian, receipt, { decision: 'confirm', proposal_id })).toMatchObject({ status: 409 })
  expect(await refundsOf(receipt)).toEqual([])
  expect(await receiptOf(receipt)).toMatchObject({ status: 'unmatched' })
})
