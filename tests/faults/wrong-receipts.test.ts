// M-Pesa's callback for one payment names the receipt of another, of which we have not been told yet. What is told of the
// two, in every order, ends where M-Pesa's own books are (docs/decisions/0004).
import { describe, expect, test } from 'vitest'
import { db, rows } from '#lib/core/db.ts'
import { createGift } from '#lib/domain/gifts/commands.ts'
import { type RawCallback, storeCallback, wakeSettlement } from '#lib/domain/payments/inbox.ts'
import { votesOf, walletOf } from '#tests/support/contest.ts'
import {
  confirmation,
  paidCallback,
  putPromptOut,
  queryAnswer,
  statementOf,
} from '#tests/support/evidence.ts'
import {
  intentOf,
  newPhone,
  order,
  pullStatement,
  receiptOf,
  setUpMoney,
  untilState,
} from '#tests/support/money.ts'
import { until } from '#tests/support/until.ts'

// Nobody types a PIN unless a test says so: what is paid is in M-Pesa's book by the test's own hand.
const money = setUpMoney({ settings: { autoAccept: false } })

/** A gift that is paid with M-Pesa, of which nobody has told us. */
async function paidGift(votes: number) {
  const [video, phone] = [await money.video(), newPhone()]
  const order = {
    videoId: video.id,
    voteCount: votes,
    phone,
    sessionId: `session-of-${phone}`,
    deviceFingerprint: 'fingerprint-1',
  }
  const { id, amount } = await createGift(order)
  await putPromptOut(id)
  const { account_reference: account } = await intentOf(id)
  const line = money.book.collect({ kind: 'stk', phone, amountCents: amount, account })
  return { id, video, votes, line }
}

type PaidGift = Awaited<ReturnType<typeof paidGift>>
const words = ['false', 'true', 'X', 'Y'] as const
type Word = (typeof words)[number]

/** What M-Pesa says of A, paid by X, and of B, paid by Y. */
function say(word: Word, [a, b]: readonly [PaidGift, PaidGift], tell: typeof statementOf): RawCallback {
  switch (word) {
    case 'false':
      return paidCallback(b.id, { ...b.line, receipt: a.line.receipt })
    case 'true':
      return paidCallback(a.id, a.line)
    case 'X':
      return tell(a.line)
    case 'Y':
      return tell(b.line)
  }
}

const orders = permutationsOf(words)

function permutationsOf<T>(list: readonly T[]): T[][] {
  if (list.length === 0) return [[]]
  return list.flatMap((one) =>
    permutationsOf(list.filter((other) => other !== one)).map((rest) => [one, ...rest]),
  )
}

/** Stores callbacks with one statement: one settlement takes all of them. */
async function storeAtOnce(callbacks: readonly RawCallback[]): Promise<void> {
  await db().query(
    `INSERT INTO callback_inbox (kind, intent_id, source_address, body)
      SELECT * FROM unnest($1::text[], $2::uuid[], $3::text[], $4::text[])`,
    [
      callbacks.map(({ kind }) => kind),
      callbacks.map(({ intentId }) => intentId),
      callbacks.map(({ sourceAddress }) => sourceAddress),
      callbacks.map(({ body }) => body),
    ],
  )
  wakeSettlement()
}

const untilAllSettled = () =>
  until('all callbacks are settled', async () => {
    const left = await rows(db(), 'SELECT 1 FROM callback_inbox WHERE processed_at IS NULL')
    return left.length === 0
  })

/** B's prompt named a receipt that A had: nothing is wrong in the books, people look at B, and Y waits for them. */
function leavesBToPeople(told: readonly Word[]): boolean {
  const at = (word: Word) => told.indexOf(word)
  return at('false') > Math.min(at('true'), at('X')) && at('false') < at('Y')
}

async function expectAsMpesaHasIt(
  [a, b]: readonly [PaidGift, PaidGift],
  isForPeople = false,
  what = '',
): Promise<void> {
  expect(await intentOf(a.id), what).toMatchObject({ state: 'credited' })
  expect(await receiptOf(a.line.receipt), what).toMatchObject({
    intent_id: a.id,
    status: 'credited',
    amount: a.line.amountCents,
  })
  expect(await intentOf(b.id), what).toMatchObject({ state: isForPeople ? 'review' : 'credited' })
  expect(await receiptOf(b.line.receipt), what).toMatchObject({
    intent_id: b.id,
    status: isForPeople ? 'unmatched' : 'credited',
    amount: b.line.amountCents,
  })
  for (const { video, votes } of isForPeople ? [a] : [a, b]) {
    expect(await votesOf(video), what).toBe(votes)
    expect(await walletOf(video.dancerId), what).toBe(BigInt(votes) * 1_500n)
  }
}

/** Each order with payments of its own; A pays more than B in every second one. */
async function tellInEveryOrder(
  tell: (callbacks: RawCallback[]) => Promise<void>,
  by = statementOf,
): Promise<void> {
  for (const [n, told] of orders.entries()) {
    const gifts = [await paidGift(n % 2 ? 5 : 2), await paidGift(3)] as const
    await tell(told.map((word) => say(word, gifts, by)))
    await untilAllSettled()
    await expectAsMpesaHasIt(gifts, leavesBToPeople(told), told.join(', '))
  }
  const lines = () => rows(db(), `SELECT id FROM callback_inbox WHERE kind = 'statement'`)
  const before = await lines()
  await pullAgain()
  expect(await lines(), 'the statement has nothing new').toHaveLength(before.length)
}

test('one after the other, in every order', () =>
  tellInEveryOrder(async (callbacks) => {
    for (const callback of callbacks) {
      await storeCallback(callback)
      await untilAllSettled()
    }
  }))

test('all in one settlement, in every order', () => tellInEveryOrder(storeAtOnce))

test('each twice, in two settlements, in every order', () =>
  tellInEveryOrder(async (callbacks) => {
    const twice = callbacks.flatMap((callback) => [callback, callback])
    await storeAtOnce(twice.slice(0, 4))
    await untilAllSettled()
    await storeAtOnce(twice.slice(4))
    await untilAllSettled()
    await storeAtOnce(callbacks)
  }))

test('announced as Paybill payments instead of read from the statement, in every order', () =>
  tellInEveryOrder(storeAtOnce, confirmation))

test('two callbacks that each name the other’s receipt', async () => {
  for (const told of [
    ['X', 'Y'],
    ['Y', 'X'],
  ] as const) {
    const gifts = [await paidGift(2), await paidGift(3)] as const
    const [a, b] = gifts
    await storeAtOnce([
      paidCallback(a.id, { ...a.line, receipt: b.line.receipt }),
      paidCallback(b.id, { ...b.line, receipt: a.line.receipt }),
    ])
    for (const word of told) {
      await storeCallback(say(word, gifts, statementOf))
      await untilAllSettled()
    }
    await expectAsMpesaHasIt(gifts)
  }
})

test('a difference that the platform bore for it is taken back', async () => {
  const gifts = [await paidGift(2), await paidGift(3)] as const
  const [a, b] = gifts
  await storeCallback(queryAnswer(b.id, 0))
  await untilAllSettled()
  // The callback repeats all of A’s payment: its receipt and its amount.
  await storeCallback(paidCallback(b.id, a.line))
  await untilAllSettled()
  expect(await receiptOf(a.line.receipt)).toMatchObject({ intent_id: b.id, reason: 'wrong_amount' })
  for (const word of ['X', 'Y'] as const) await storeCallback(say(word, gifts, statementOf))
  await untilAllSettled()
  await expectAsMpesaHasIt(gifts)
})

test('as M-Pesa does it: a callback is late, the next one names its receipt, and the statement tells', async () => {
  const [late, wrong] = [
    { video: await money.video(), phone: newPhone() },
    { video: await money.video(), phone: newPhone() },
  ]
  money.mpesa.configure({ autoAccept: true })
  money.mpesa.setNext({ phone: late.phone, outcome: 'late' })
  const a = await order(late.video, late.phone, 2)
  const x = await until('A has paid', () => money.paymentsOf(late.phone)[0])
  money.mpesa.setNext({ phone: wrong.phone, outcome: 'receipt-reused' })
  const b = await order(wrong.video, wrong.phone, 3)
  await untilState(b, 'credited')
  expect(await receiptOf(x.receipt)).toMatchObject({ intent_id: b, amount: 15_000n })
  await money.passTime(60)
  expect(await untilState(a, 'review', 'credited')).toMatchObject({ review_reason: 'receipt_reused' })
  await pullStatement()
  await untilState(a, 'credited')
  expect(await votesOf(late.video)).toBe(2)
  expect(await votesOf(wrong.video)).toBe(3)
  const y = money.paymentsOf(wrong.phone)[0]?.receipt ?? ''
  await until('B has its receipt', async () => (await receiptOf(y))?.status === 'credited')
  expect(await receiptOf(y)).toMatchObject({ intent_id: b, amount: 15_000n })
  expect(await receiptOf(x.receipt)).toMatchObject({ intent_id: a, amount: 10_000n })
})

/** A payment to a vote code, of which nobody has told us yet: nothing of ours stands for it. */
async function paidToCode(votes: number, { account }: { account?: string } = {}) {
  const [video, phone] = [await money.video(), newPhone()]
  const amountCents = BigInt(votes) * 5_000n
  const line = money.book.collect({
    kind: 'paybill',
    phone,
    amountCents,
    account: account ?? video.voteCode,
  })
  return { video, votes, line }
}

const ordersOfThree = permutationsOf(['false', 'X', 'Y'] as const)

describe.each([
  ['the statement', statementOf],
  ['Paybill confirmations', confirmation],
] as const)(
  'a payment to a vote code whose receipt another payment’s callback names, told by %s',
  (_, tell) => {
    test.each([
      ['one after the other', false],
      ['at once', true],
    ] as const)('is counted in every order, %s', async (_how, isAtOnce) => {
      for (const [n, told] of ordersOfThree.entries()) {
        const [a, b] = [await paidToCode(n % 2 ? 5 : 2), await paidGift(3)]
        const callbacks = told.map((word) =>
          word === 'false'
            ? paidCallback(b.id, { ...b.line, receipt: a.line.receipt })
            : tell(word === 'X' ? a.line : b.line),
        )
        if (isAtOnce) await storeAtOnce(callbacks)
        else
          for (const callback of callbacks) {
            await storeCallback(callback)
            await untilAllSettled()
          }
        await untilAllSettled()
        // What is told once more changes nothing.
        await storeAtOnce([tell(a.line), tell(b.line)])
        await untilAllSettled()
        const what = told.join(', ')
        const { intent_id, ...x } = await untilCredited(a.line.receipt)
        expect(x, what).toMatchObject({ status: 'credited', amount: a.line.amountCents })
        expect(intent_id, what).not.toBe(b.id)
        expect(await votesOf(a.video), what).toBe(a.votes)
        const isForPeople =
          told.indexOf('X') < told.indexOf('false') && told.indexOf('false') < told.indexOf('Y')
        expect(await intentOf(b.id), what).toMatchObject({ state: isForPeople ? 'review' : 'credited' })
        expect(await receiptOf(b.line.receipt), what).toMatchObject({
          intent_id: b.id,
          status: isForPeople ? 'unmatched' : 'credited',
          amount: b.line.amountCents,
        })
        if (!isForPeople) expect(await votesOf(b.video), what).toBe(b.votes)
      }
    })
  },
)

const untilCredited = (receipt: string) =>
  until('the receipt is somebody’s', async () => {
    const found = await receiptOf(receipt)
    return found?.status === 'credited' && found
  })

test('the statement hands such a payment over when it is read, and has nothing new afterwards', async () => {
  const [a, b] = [await paidToCode(4), await paidGift(2)]
  await storeCallback(paidCallback(b.id, { ...b.line, receipt: a.line.receipt }))
  await untilState(b.id, 'credited')
  await pullStatement()
  await until('the receipt is the vote code’s', async () => (await votesOf(a.video)) === 4)
  await untilAllSettled()
  expect(await receiptOf(a.line.receipt)).toMatchObject({ amount: 20_000n, source: 'statement' })
  expect(await receiptOf(b.line.receipt)).toMatchObject({ intent_id: b.id, status: 'credited' })
  const lines = () => rows(db(), `SELECT id FROM callback_inbox WHERE kind = 'statement'`)
  const before = await lines()
  await pullAgain()
  expect(await lines()).toHaveLength(before.length)
})

test.each([
  ['an account number that means nothing, and another amount', 'NOSUCH', 4, 'no_such_account'],
  ['more votes than one payment may have', undefined, 101, 'too_many_votes'],
] as const)('a payment to %s waits in suspense under its own amount', async (_, account, votes, reason) => {
  const [a, b] = [await paidToCode(votes, account ? { account } : {}), await paidGift(2)]
  await storeCallback(paidCallback(b.id, { ...b.line, receipt: a.line.receipt }))
  await untilState(b.id, 'credited')
  await pullStatement()
  await until('it is in suspense', async () => (await receiptOf(a.line.receipt))?.status === 'unmatched')
  await untilAllSettled()
  expect(await receiptOf(a.line.receipt)).toMatchObject({
    intent_id: null,
    reason,
    amount: a.line.amountCents,
  })
  expect(await receiptOf(b.line.receipt)).toMatchObject({ intent_id: b.id, status: 'credited' })
  expect(await votesOf(b.video)).toBe(2)
})

test('an account number that means nothing takes no receipt of the same amount away', async () => {
  const b = await paidGift(2)
  await storeCallback(paidCallback(b.id, b.line))
  await untilState(b.id, 'credited')
  await storeCallback(statementOf({ ...b.line, account: 'SOMETHING' }))
  await untilAllSettled()
  expect(await receiptOf(b.line.receipt)).toMatchObject({ intent_id: b.id, status: 'credited' })
  expect(await intentOf(b.id)).toMatchObject({ receipt_missing_since: null })
})

async function pullAgain(): Promise<void> {
  const pulls = money.mpesa.requests('/pulltransactions/v1/query').length
  await pullStatement()
  await until(
    'the statement is read',
    () => money.mpesa.requests('/pulltransactions/v1/query').length > pulls + 1,
  )
}
