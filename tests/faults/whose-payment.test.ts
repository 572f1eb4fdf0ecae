// What proves a payment, and whose (docs/money.md): receipts in other spellings, callbacks that name another prompt, and what was
// counted without a receipt.
import { expect, test } from 'vitest'
import { addSeconds, nairobiDayStart, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { callbackUrl } from '#lib/domain/mpesa/callback-path.ts'
import { insertCallbacks, storeCallback, wakeSettlement } from '#lib/domain/payments/inbox.ts'
import { votesOf, walletOf } from '#tests/support/contest.ts'
import { agreed, caseOf, casesOf, twoAdmins } from '#tests/support/desk-payments.ts'
import { confirmation, paidCallback, putPromptOut, queryAnswer } from '#tests/support/evidence.ts'
import { brokenAtOnce } from '#tests/support/invariants.ts'
import { stepOverMidnight } from '#tests/support/midnight.ts'
import {
  askAboutDuePayments,
  callbacksOf,
  intentOf,
  newPhone,
  order,
  pullStatement,
  receiptOf,
  setUpMoney,
  untilState,
} from '#tests/support/money.ts'
import { newEarner, sentPayout, untilPayout } from '#tests/support/payouts.ts'
import { until } from '#tests/support/until.ts'
import { send } from '#tests/support/web-front.ts'

const money = setUpMoney()
const both = await twoAdmins()
const DAY = 86_400

type Outcome = Parameters<typeof money.mpesa.setNext>[0]['outcome']

/** A gift of two votes whose prompt has this outcome. */
async function orderWith(outcome: Outcome) {
  const [video, phone] = [await money.video(), newPhone()]
  money.mpesa.setNext({ phone, outcome })
  return { video, phone, id: await order(video, phone, 2) }
}

/** A gift that is paid with M-Pesa, of which M-Pesa tells nothing by itself. */
async function paidInSilence() {
  const gift = await orderWith({ copies: 0 })
  const line = await until('it is paid', () => money.paymentsOf(gift.phone)[0])
  await until('it is acknowledged', async () => (await intentOf(gift.id)).checkout_request_id)
  return { ...gift, line }
}

const tell = (id: string, body: unknown) => send(callbackUrl('stk', id), { body })

const untilAllRead = (id: string, count: number) =>
  until(`${count} callbacks are settled`, async () => {
    const found = await callbacksOf(id)
    return found.length >= count && found.every((row) => row.processed_at) && found.map((row) => row.outcome)
  })

/** The success of one gift's prompt, under the address of another. */
async function successOf(
  { id, line }: { id: string; line: Parameters<typeof paidCallback>[1] },
  receipt?: string,
) {
  const body = JSON.parse(paidCallback(id, { ...line, receipt: receipt ?? line.receipt }).body)
  body.Body.stkCallback.CheckoutRequestID = (await intentOf(id)).checkout_request_id
  return body
}

test('another spelling of a receipt is no second payment', async () => {
  const first = await paidInSilence()
  await tell(first.id, await successOf(first))
  await untilState(first.id, 'credited')
  const { receipt } = first.line
  const [second, third] = [await orderWith({ answer: 1032, copies: 0 }), await paidInSilence()]
  await until('it is acknowledged', async () => (await intentOf(second.id)).checkout_request_id)
  const spellings = [
    `${receipt.slice(0, 5)} ${receipt.slice(5)}`,
    `${receipt.slice(0, 2)}-${receipt.slice(2)}`,
    `${receipt.slice(0, 5)}\u00a0${receipt.slice(5)}`,
    `${receipt.slice(0, 5)}\u200b${receipt.slice(5)}`,
    receipt.toLowerCase(),
  ]
  for (const spelt of spellings)
    await tell(second.id, await successOf({ id: second.id, line: first.line }, spelt))
  expect(await untilAllRead(second.id, spellings.length)).toEqual(spellings.map(() => 'to be verified'))
  expect(await votesOf(second.video)).toBe(0)
  // A Paybill confirmation is no better for it.
  const { account_reference: account } = await intentOf(second.id)
  const known = new Set((await callbacksOf(null)).map(({ id }) => id))
  const stray = confirmation({ ...first.line, account, receipt: spellings[0] ?? '' })
  await send(callbackUrl('c2b/confirmation'), { body: stray.body })
  const strays = await until('it is read', async () => {
    const found = (await callbacksOf(null)).filter(
      ({ id, kind }) => kind === 'c2b/confirmation' && !known.has(id),
    )
    return found.length > 0 && found.every((row) => row.processed_at) && found
  })
  expect(strays.map(({ outcome }) => outcome)).toEqual(['unreadable: no receipt'])
  expect(await votesOf(second.video)).toBe(0)
  // Blanks around a receipt are no other spelling.
  await tell(third.id, await successOf(third, ` ${third.line.receipt}\u00a0`))
  await untilState(third.id, 'credited')
  expect(await receiptOf(third.line.receipt)).toMatchObject({ status: 'credited', intent_id: third.id })
})

test('a success that names another payment’s prompt credits nobody; M-Pesa is asked about both', async () => {
  const a = await paidInSilence()
  const b = await orderWith({ answer: 1032, copies: 0 })
  await until('it is acknowledged', async () => (await intentOf(b.id)).checkout_request_id)
  await tell(b.id, await successOf(a))
  expect(await untilAllRead(b.id, 1)).toEqual(['to be verified'])
  expect((await intentOf(b.id)).state).not.toBe('credited')
  expect(await votesOf(b.video)).toBe(0)
  await tell(a.id, await successOf(a))
  await untilState(a.id, 'credited')
  expect(await receiptOf(a.line.receipt)).toMatchObject({ intent_id: a.id, status: 'credited' })
  expect([await votesOf(a.video), await votesOf(b.video)]).toEqual([2, 0])
})

test('a success without a prompt’s id, or with an unknown one, is no proof where the prompt is known', async () => {
  const gift = await paidInSilence()
  for (const id of ['', 'ws_CO_of_nobody']) {
    const body = await successOf(gift)
    body.Body.stkCallback.CheckoutRequestID = id
    await tell(gift.id, body)
  }
  expect(await untilAllRead(gift.id, 2)).toEqual(['to be verified', 'to be verified'])
  expect(await votesOf(gift.video)).toBe(0)
  await askAboutDuePayments()
  await untilState(gift.id, 'credited')
})

test('with a lost acknowledgement the prompt that a callback names is asked about, and is the gift’s once confirmed', async () => {
  const { id, phone, video } = await orderWith('ack-lost')
  const line = await until('it is paid', () => money.paymentsOf(phone)[0])
  await until('a query has confirmed it', async () => {
    await askAboutDuePayments()
    return (await intentOf(id)).state === 'credited'
  })
  const intent = await intentOf(id)
  expect(intent.checkout_request_id).not.toBeNull()
  expect(intent.receipt_missing_since).not.toBeNull()
  expect(await votesOf(video)).toBe(2)
  await pullStatement()
  await until('the statement names its receipt', () => receiptOf(line.receipt))
  expect(await intentOf(id)).toMatchObject({ receipt_missing_since: null })
})

test('a query’s answer about another prompt decides nothing', async () => {
  const gift = await paidInSilence()
  const answer = queryAnswer(gift.id, 0)
  await db().query(
    `INSERT INTO callback_inbox (kind, intent_id, source_address, body) VALUES ('stk_query', $1, $2, $3)`,
    [gift.id, answer.sourceAddress, answer.body],
  )
  await send(callbackUrl('stk', gift.id), { body: {} })
  expect(await untilAllRead(gift.id, 2)).toContain('decides nothing')
  expect((await intentOf(gift.id)).state).not.toBe('credited')
  await tell(gift.id, await successOf(gift))
  await untilState(gift.id, 'credited')
})

const tillOrders = [
  ['query', 'confirmation', 'callback'],
  ['query', 'callback', 'confirmation'],
  ['confirmation', 'query', 'callback'],
  ['confirmation', 'callback', 'query'],
  ['callback', 'query', 'confirmation'],
  ['callback', 'confirmation', 'query'],
] as const

test.each(tillOrders.flatMap((told) => [1, 2, 3].map((together) => [told, together] as const)))(
  'behind a till, whose confirmations name nothing: %s, the last %i at once, is one payment',
  async (told, together) => {
    const gift = await paidInSilence()
    const { checkout_request_id: CheckoutRequestID } = await intentOf(gift.id)
    const query = queryAnswer(gift.id, 0)
    const messages = {
      query: { ...query, body: JSON.stringify({ ...JSON.parse(query.body), CheckoutRequestID }) },
      confirmation: confirmation({ ...gift.line, account: '' }),
      callback: { ...paidCallback(gift.id, gift.line), body: JSON.stringify(await successOf(gift)) },
    }
    const bodies = told.map((one) => messages[one])
    for (const one of bodies.splice(0, bodies.length - together)) {
      await storeCallback(one)
      await untilNoneWaits()
    }
    await insertCallbacks(bodies)
    wakeSettlement()
    await untilNoneWaits()
    const { receipt } = gift.line
    expect(await intentOf(gift.id)).toMatchObject({ state: 'credited', receipt_missing_since: null })
    expect(await receiptOf(receipt)).toMatchObject({ intent_id: gift.id })
    expect(await brokenAtOnce()).toEqual([])
    // The payer's message does not pay for a second gift.
    const other = await money.video()
    const body = { receipt, phone_number: gift.phone, vote_code: other.voteCode }
    const claimed = await send('/api/gifts/claim/', { body, from: `127.0.3.${tillClaims++}` })
    expect(claimed).toMatchObject({ status: 200, json: { id: gift.id } })
    expect([await votesOf(gift.video), await votesOf(other)]).toEqual([2, 0])
  },
)
let tillClaims = 1

const untilNoneWaits = () =>
  until('all messages are settled', async () => {
    const { rowCount } = await db().query('SELECT 1 FROM callback_inbox WHERE processed_at IS NULL LIMIT 1')
    return rowCount === 0
  })

/** A gift of two votes that a query has counted, a day and more ago, and that no receipt has come for. */
async function countedWithoutReceipt() {
  const gift = await paidInSilence()
  await db().query('UPDATE payment_intent SET next_check_at = $2 WHERE id = $1', [gift.id, now()])
  await askAboutDuePayments()
  await untilState(gift.id, 'credited')
  await db().query('UPDATE payment_intent SET receipt_missing_since = $2 WHERE id = $1', [
    gift.id,
    addSeconds(now(), -DAY - 60),
  ])
  return gift
}

test('what is counted without a receipt for a day comes before people, who find the receipt', async () => {
  const { id, line } = await countedWithoutReceipt()
  for (const status of ['unresolved', 'unheard'] as const)
    expect(await casesOf(both[0], { status })).toContainEqual(
      expect.objectContaining({ id, status: 'unproven' }),
    )
  expect((await caseOf(both[0], id)).actions).toEqual(['found_paid', 'found_unpaid'])
  await agreed(both, id, { action: 'found_paid', note: 'Seen in the portal', receipt: line.receipt })
  expect(await receiptOf(line.receipt)).toMatchObject({ status: 'credited', intent_id: id, phone: null })
  expect(await intentOf(id)).toMatchObject({ state: 'credited', receipt_missing_since: null })
  expect((await casesOf(both[0])).filter((one) => one.id === id)).toEqual([])
})

test('the receipt by which somebody was paid is not the one that they look for', async () => {
  const { receipt } = await untilPayout(await sentPayout(await newEarner(money), 100), 'paid')
  const { id } = await countedWithoutReceipt()
  expect(await agreed(both, id, { action: 'found_paid', note: 'Mistaken', receipt })).toMatchObject({
    status: 409,
    json: { code: 'receipt_used' },
  })
  expect((await intentOf(id)).receipt_missing_since).not.toBeNull()
})

test('or do not find it: then it is taken back, and what the statement still lists of it waits in suspense', async () => {
  const { id, video, line } = await countedWithoutReceipt()
  expect(await walletOf(video.dancerId)).toBe(3_000n)
  await agreed(both, id, { action: 'found_unpaid', note: 'Not in the portal' })
  expect(await intentOf(id)).toMatchObject({ state: 'declined', receipt_missing_since: null })
  expect(await votesOf(video)).toBe(0)
  expect(await walletOf(video.dancerId)).toBe(0n)
  await pullStatement()
  expect(await until('the statement is read', () => receiptOf(line.receipt))).toMatchObject({
    status: 'unmatched',
  })
  expect(await votesOf(video)).toBe(0)
})

test('the invariants of the books name what has no proof for two days', async () => {
  const { id, line } = await countedWithoutReceipt()
  expect(await brokenAtOnce()).toEqual([])
  await db().query(
    `UPDATE payment_intent SET receipt_missing_since = now() - interval '49 hours' WHERE id = $1`,
    [id],
  )
  expect(await brokenAtOnce()).toEqual([
    { invariant: 'receipts_within_two_days', what: expect.stringContaining(id) },
  ])
  await pullStatement()
  await until('the statement names its receipt', () => receiptOf(line.receipt))
})

test('the invariants compare what was credited with M-Pesa’s statement, day by day', async () => {
  // What is paid within five minutes of midnight in Nairobi is compared with its day's sum alone.
  await stepOverMidnight(money)
  // M-Pesa has kept a statement for long: the day on which it begins to is not compared.
  await db().query(`UPDATE system_check SET checked_at = 'epoch' WHERE name = 'statement_registered'`)
  const paid = await orderWith('paid')
  await untilState(paid.id, 'credited')
  // Ten minutes after midnight in Nairobi the day of the payment is whole.
  const midnight = addSeconds(nairobiDayStart(now()), DAY)
  await money.passTime((midnight.getTime() - now().getTime()) / 1_000 + 600)
  await pullStatement(47)
  await until('the day was read', async () => {
    const { rowCount } = await db().query(
      `SELECT 1 FROM statement_day WHERE amount > 0 AND NOT EXISTS (SELECT FROM callback_inbox WHERE processed_at IS NULL)`,
    )
    return rowCount
  })
  expect(await brokenAtOnce()).toEqual([])
  // A receipt that M-Pesa does not list is a callback's word alone.
  const [{ receipt } = { receipt: '' }] = money.paymentsOf(paid.phone)
  const named = await until('the invariants name it', async () => {
    await db().query('UPDATE mpesa_receipt SET listed_on = NULL, listed_amount = NULL WHERE receipt = $1', [
      receipt,
    ])
    const broken = await brokenAtOnce()
    return broken.length > 0 && broken.map(({ invariant }) => invariant)
  })
  expect(named).toEqual(['statement_lists_receipts', 'statement_lists_bookings'])
  await pullStatement(47)
  await until('it is listed again', async () => (await brokenAtOnce()).length === 0)
})

test('a prompt that is put out by hand in these tests is the one that their messages name', async () => {
  const gift = await paidInSilence()
  await putPromptOut(gift.id)
  await tell(gift.id, JSON.parse(paidCallback(gift.id, gift.line).body))
  await untilState(gift.id, 'credited')
})
