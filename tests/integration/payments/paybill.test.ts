// Voting without data: Paybill payments by vote code, and what becomes of those with a code that means nothing.
import { expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { callbackUrl } from '#lib/domain/mpesa/callback-path.ts'
import { votesOf, walletOf } from '#tests/support/contest.ts'
import { confirmation } from '#tests/support/evidence.ts'
import {
  accountNumberOf,
  newPhone,
  order,
  pullStatement,
  receiptOf,
  setUpMoney,
  untilState,
} from '#tests/support/money.ts'
import { until } from '#tests/support/until.ts'
import { send } from '#tests/support/web-front.ts'

const money = setUpMoney()

/** A person pays without being asked first whether the code is right. */
async function payUnasked(account: string, shillings: number, phone = newPhone()) {
  money.mpesa.configure({ validation: false })
  const paid = await money.mpesa.payPaybill({ phone, amountCents: BigInt(shillings) * 100n, account })
  const receipt = paid.receipt ?? ''
  return { phone, receipt, row: await until('the payment is settled', () => receiptOf(receipt)) }
}

// Ten tries in ten minutes are allowed to a phone and a receipt on one network: each claim comes from another.
let claims = 0
function claim(receipt: string, phone: string, voteCode?: string) {
  const body = { receipt, phone_number: phone, ...(voteCode && { vote_code: voteCode }) }
  return send('/api/gifts/claim/', { body, from: `127.0.1.${++claims}` })
}

test.each([
  ['as printed', (code: string) => code],
  [
    'in small letters with blanks and dashes',
    (code: string) => ` ${code.slice(0, 3)}-${code.slice(3)} `.toLowerCase(),
  ],
  ['with the letters O and I for 0 and 1', (code: string) => code.replaceAll('0', 'O').replaceAll('1', 'i')],
])('a payment to a vote code, typed %s, counts its votes', async (_how, typed) => {
  const video = await money.video()
  const phone = newPhone()
  const paid = await money.mpesa.payPaybill({ phone, amountCents: 35_000n, account: typed(video.voteCode) })
  expect(paid).toMatchObject({ accepted: true })
  await until('the payment is counted', async () => (await votesOf(video)) === 7)
  expect(await walletOf(video.dancerId)).toBe(10_500n)
  expect(await walletOf(video.musicianId)).toBe(10_500n)
  expect(await receiptOf(paid.receipt ?? '')).toMatchObject({ status: 'credited', amount: 35_000n })
})

test('an order may name its video in capitals', async () => {
  const video = await money.video()
  await untilState(await order({ id: video.id.toUpperCase() }, newPhone()), 'credited')
  expect(await votesOf(video)).toBe(1)
})

test('a confirmation told ten times counts once', async () => {
  const video = await money.video()
  const line = money.book.collect({
    kind: 'paybill',
    phone: newPhone(),
    amountCents: 10_000n,
    account: video.voteCode,
  })
  const { body } = confirmation(line)
  const url = callbackUrl('c2b/confirmation')
  await Promise.all(Array.from({ length: 10 }, () => send(url, { body })))
  await until('the payment is counted', async () => (await votesOf(video)) > 0)
  await until('all are settled', async () => {
    const { rows } = await db().query('SELECT 1 FROM callback_inbox WHERE processed_at IS NULL')
    return rows.length === 0
  })
  expect(await votesOf(video)).toBe(2)
})

test('a payer whose name is not written in UTF-8 has paid all the same', async () => {
  const video = await money.video()
  const paid = { kind: 'paybill', phone: newPhone(), amountCents: 10_000n, account: video.voteCode } as const
  const line = money.book.collect(paid)
  const told = JSON.stringify({ ...JSON.parse(confirmation(line).body), FirstName: 'Jos\xe9' })
  const answer = await fetch(callbackUrl('c2b/confirmation'), {
    method: 'POST',
    body: new Uint8Array(Buffer.from(told, 'latin1')),
  })
  expect(await answer.json()).toEqual({ ResultCode: 0, ResultDesc: 'Accepted' })
  await until('the payment is counted', async () => (await votesOf(video)) === 2)
})

test('validation knows the codes that count and refuses what would not', async () => {
  const video = await money.video()
  const id = await order(video, newPhone(), 2)
  const account = await accountNumberOf(id)
  await untilState(id, 'credited')
  money.mpesa.configure({ autoAccept: false })
  const open = await order(video, newPhone(), 2)
  const line = { receipt: 'VALIDATION', at: new Date().toISOString(), phone: newPhone() }
  const ask = async (code: string, cents: bigint) => {
    const { body } = confirmation({ ...line, account: code, amountCents: cents })
    return (await send(callbackUrl('c2b/validation'), { body })).json
  }
  expect(await ask(video.voteCode, 10_000n)).toEqual({ ResultCode: '0', ResultDesc: 'Accepted' })
  expect(await ask(video.voteCode, 10_100n)).toEqual({ ResultCode: 'C2B00013', ResultDesc: 'Rejected' })
  expect(await ask('NOSUCH', 10_000n)).toEqual({ ResultCode: 'C2B00012', ResultDesc: 'Rejected' })
  expect(await ask(await accountNumberOf(open), 10_000n)).toEqual({ ResultCode: '0', ResultDesc: 'Accepted' })
  expect(await ask(await accountNumberOf(open), 5_000n)).toEqual({
    ResultCode: 'C2B00013',
    ResultDesc: 'Rejected',
  })
  // Paid already: nobody shall pay it again.
  expect(await ask(account, 10_000n)).toEqual({ ResultCode: 'C2B00012', ResultDesc: 'Rejected' })
  expect((await send(callbackUrl('c2b/validation'), { body: 'no JSON' })).json).toMatchObject({
    ResultCode: 'C2B00016',
  })
  // A forged token is answered as by a house that takes anything, and learns nothing of the codes.
  const forged = callbackUrl('c2b/validation').replace(/.\/c2b/, 'x/c2b')
  expect((await send(forged, { body: '{}' })).json).toEqual({ ResultCode: 0, ResultDesc: 'Accepted' })
  await db().query(`UPDATE payment_intent SET state = 'declined' WHERE id = $1`, [open])
})

test('a payment to a code that nobody has waits in suspense; its claim counts it once', async () => {
  const video = await money.video()
  const { phone, receipt, row } = await payUnasked('WRONG1', 150)
  expect(row).toMatchObject({ status: 'unmatched', reason: 'no_such_account', intent_id: null })
  expect(await claim(receipt, phone)).toMatchObject({ status: 409, json: { code: 'claim_needs_code' } })
  expect(await claim(receipt, phone, 'NOSUCH')).toMatchObject({
    status: 409,
    json: { code: 'claim_needs_code' },
  })
  const claimed = await claim(receipt.toLowerCase(), phone, video.voteCode.toLowerCase())
  expect(claimed).toMatchObject({
    status: 200,
    json: { status: 'completed', vote_count: 3, video_id: video.id, receipt },
  })
  expect(await votesOf(video)).toBe(3)
  const again = await claim(receipt, phone, video.voteCode)
  expect(again).toMatchObject({ status: 200, json: { id: claimed.json.id } })
  expect(await votesOf(video)).toBe(3)
})

test.each(['masked', 'hashed', 'plain'] as const)(
  'a line of 01 claims what it has paid, with phones told %s',
  async (msisdn) => {
    const video = await money.video()
    money.mpesa.configure({ msisdn })
    const { phone, receipt } = await payUnasked('WRONG5', 50, newPhone().replace(/^2547/, '2541'))
    expect(await claim(receipt, phone, video.voteCode)).toMatchObject({
      status: 200,
      json: { status: 'completed', video_id: video.id },
    })
    expect(await votesOf(video)).toBe(1)
  },
)

test('the same claim ten times at once, for two videos, counts once', async () => {
  const [first, second] = [await money.video(), await money.video()]
  const { phone, receipt } = await payUnasked('WRONG2', 100)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => claim(receipt, phone, n % 2 ? first.voteCode : second.voteCode)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1)
  expect((await votesOf(first)) + (await votesOf(second))).toBe(2)
})

test('a claim races the statement that finds the same payment', async () => {
  const video = await money.video()
  const { phone, receipt } = await payUnasked('WRONG3', 50)
  await Promise.all([
    claim(receipt, phone, video.voteCode),
    ...[1, 2, 3].map(() =>
      send(callbackUrl('c2b/confirmation'), { body: confirmation(lineOf(receipt)).body }),
    ),
  ])
  await until('the payment is counted', async () => (await votesOf(video)) === 1)
  expect(await receiptOf(receipt)).toMatchObject({ status: 'claimed' })
})

function lineOf(receipt: string) {
  const line = money.book.find(receipt)
  if (!line) throw new Error(`M-Pesa knows no ${receipt}`)
  return line
}

test.each(['masked', 'hashed', 'plain'] as const)(
  'with phones told %s, a claim needs the phone that paid',
  async (msisdn) => {
    const video = await money.video()
    money.mpesa.configure({ msisdn })
    const { phone, receipt } = await payUnasked('WRONG4', 50)
    const stranger = `${phone.slice(0, -1)}${(Number(phone.at(-1)) + 1) % 10}`
    expect(await claim(receipt, stranger, video.voteCode)).toMatchObject({
      status: 404,
      json: { code: 'receipt_not_found' },
    })
    expect(await claim('NOSUCH1234', phone, video.voteCode)).toMatchObject({
      status: 404,
      json: { code: 'receipt_not_found' },
    })
    expect(await claim(receipt, phone, video.voteCode)).toMatchObject({
      status: 200,
      json: { status: 'completed' },
    })
    expect(await votesOf(video)).toBe(1)
  },
)

test('what is no whole number of votes waits for people, whatever code is claimed', async () => {
  const video = await money.video()
  const { phone, receipt, row } = await payUnasked(video.voteCode, 120)
  expect(row).toMatchObject({ status: 'unmatched' })
  expect(await claim(receipt, phone, video.voteCode)).toMatchObject({
    status: 409,
    json: { code: 'claim_needs_review' },
  })
  expect(await votesOf(video)).toBe(0)
})

test('a payment of a gift that was counted is found by its claim and counts nothing more', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  const id = await order(video, phone, 2)
  await untilState(id, 'credited')
  const receipt = money.paymentsOf(phone)[0]?.receipt ?? ''
  expect(await claim(receipt, phone, video.voteCode)).toMatchObject({
    status: 200,
    json: { id, status: 'completed' },
  })
  expect(await votesOf(video)).toBe(2)
})

test('a confirmation from an unlisted address counts nothing; the statement finds the payment', async () => {
  const video = await money.video()
  const line = money.book.collect({
    kind: 'paybill',
    phone: newPhone(),
    amountCents: 5_000n,
    account: video.voteCode,
  })
  await send(callbackUrl('c2b/confirmation'), { body: confirmation(line).body, from: '127.0.0.66' })
  await until('it is looked at', async () => {
    const { rows } = await db().query('SELECT 1 FROM callback_inbox WHERE processed_at IS NULL')
    return rows.length === 0
  })
  expect(await votesOf(video)).toBe(0)
  await pullStatement()
  await until('the payment is counted', async () => (await votesOf(video)) === 1)
})
