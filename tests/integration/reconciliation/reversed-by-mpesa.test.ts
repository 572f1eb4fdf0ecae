// Payments that M-Pesa gives back by itself: its statement lists it, and two people take back what was counted, once.
import { beforeEach, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { now } from '#lib/core/clock.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { storeCallback } from '#lib/domain/payments/inbox.ts'
import { reconcileStatement } from '#lib/domain/payments/statement.ts'
import { requestWithdrawal } from '#lib/domain/payouts/request.ts'
import { votesOf, walletOf } from '#tests/support/contest.ts'
import { balanceOf, cardOf, newDancer, pressSubscribe, untilPayment } from '#tests/support/dancers.ts'
import {
  agreed,
  caseOf,
  casesOf,
  countedGift,
  post,
  proposed,
  refundsOf,
  reversalsOf,
  suspended,
  twoAdmins,
  untilRefund,
  workRefunds,
  wrongAmountGift,
} from '#tests/support/desk-payments.ts'
import {
  intentOf,
  newPhone,
  order,
  receiptOf,
  setUpMoney,
  untilState,
  viewGift,
} from '#tests/support/money.ts'
import { newEarner, walletWithHold } from '#tests/support/payouts.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { send } from '#tests/support/send.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney()
const topups = await loadRoute(contract.wallets.topup)
const [amina, brian] = await twoAdmins()
const both = [amina, brian] as const

/** M-Pesa gives it back, and its statement is read. @returns the reversal's receipt */
async function reversed(receipt: string): Promise<string> {
  const reversal = money.mpesa.reverse({ receipt })
  await reconcileStatement(2)
  return reversal
}

const reversalOf = (receipt: string) =>
  firstRow<{ payment: string | null; closed_at: Date | null }>(
    db(),
    'SELECT payment, closed_at FROM mpesa_reversal WHERE receipt = $1',
    [receipt],
  )

const journalsOf = async (receipt: string, intentId: string) =>
  (
    await rows<{ type: string }>(
      db(),
      `SELECT type FROM journal WHERE source_id IN ($2, $1) OR source_id IN (SELECT id::text FROM refund WHERE receipt = $1)
        ORDER BY id`,
      [receipt, intentId],
    )
  ).map(({ type }) => type)

beforeEach(() => money.mpesa.configure({ reversalLine: 'named' }))

test.each(['named', 'account', 'same', 'positive'] as const)(
  'listed as %s it opens a case that names the payment, and is taken back once',
  async (reversalLine) => {
    money.mpesa.configure({ reversalLine })
    const { video, id, receipt } = await countedGift(money, 3)
    const before = await suspended()
    await reversed(receipt)
    expect(await casesOf(amina)).toContainEqual(
      expect.objectContaining({ id, kind: 'payment', status: 'reversed', receipt, amount: 150 }),
    )
    expect(await caseOf(amina, id)).toMatchObject({ actions: ['refund', 'close', 'unlink'], votes: 3 })
    const proposal_id = await proposed(amina, id, { action: 'refund' })
    expect((await post(amina, id, { decision: 'confirm', proposal_id })).json.code).toBe('second_person')
    expect(await votesOf(video)).toBe(3)
    expect(await post(brian, id, { decision: 'confirm', proposal_id })).toMatchObject({
      status: 200,
      json: { status: 'refunded', actions: [] },
    })
    expect([await votesOf(video), await walletOf(video.dancerId)]).toEqual([0, 0n])
    expect(await viewGift(id)).toMatchObject({ status: 'refunded' })
    expect(await suspended()).toBe(before)
    expect(await journalsOf(receipt, id)).toEqual(['gift', 'gift_taken_back', 'refund'])
    expect(await refundsOf(receipt)).toMatchObject([{ state: 'done', method: 'reversal' }])
    // Nothing is sent, and the statement may list it as often as it likes.
    await reconcileStatement(2)
    await workRefunds()
    expect(reversalsOf(money, receipt)).toBe(0)
    expect(await journalsOf(receipt, id)).toHaveLength(3)
    expect((await casesOf(amina)).filter((row) => row.id === id)).toEqual([])
  },
)

test('ten confirmations at once take it back once', async () => {
  const { video, id, receipt } = await countedGift(money, 2)
  await reversed(receipt)
  const proposal_id = await proposed(amina, id, { action: 'refund' })
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => post(brian, id, { decision: 'confirm', proposal_id })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  expect(await votesOf(video)).toBe(0)
  expect(await refundsOf(receipt)).toHaveLength(1)
})

test('what the dancer has withdrawn by then the platform bears, and no wallet goes below zero', async () => {
  const earner = await newEarner(money)
  const { video, id, receipt } = await countedGift(money, 10, await money.video({ dancerId: earner.id }))
  const { posted } = await walletWithHold(earner.id)
  // All but KES 10 of this gift is asked for.
  const amount = Number(posted / 100n) - 10
  await requestWithdrawal({ ownerId: earner.id, phone: earner.phone, amount, description: '' })
  // Revenue of other gifts covers it.
  for (let n = 0; n < 3; n++) await countedGift(money, 10)
  await reversed(receipt)
  await agreed(both, id, { action: 'refund' })
  expect(await votesOf(video)).toBe(0)
  const [audited] = await rows<{ after: Record<string, unknown> }>(
    db(),
    `SELECT after FROM audit_event WHERE subject_id = $1 AND action = 'payment.resolved'`,
    [id],
  )
  expect(audited?.after).toMatchObject({ borne_by_platform_cents: '14000' })
})

test('a subscription is taken back with its royalties, and may be paid again', async () => {
  const dancer = await newDancer()
  const pools = async () => [await balanceOf('royalty_pool'), await balanceOf('platform_revenue')]
  const before = await pools()
  await pressSubscribe(dancer, money.month)
  const { id } = await untilPayment(dancer, 'credited')
  const receipt = money.paymentsOf(dancer.phone)[0]?.receipt ?? ''
  await reversed(receipt)
  expect(await caseOf(amina, id)).toMatchObject({ status: 'reversed', purpose: 'subscription' })
  await agreed(both, id, { action: 'refund' })
  expect(await pools()).toEqual(before)
  expect(await cardOf(dancer)).toMatchObject({ subscribed: false, payment_status: 'failed' })
  await pressSubscribe(dancer, money.month)
  await until('it is paid again', async () => (await cardOf(dancer)).subscribed)
})

test('a top-up is taken back out of the wallet', async () => {
  const dancer = await newDancer()
  const sent = { method: 'POST', access: dancer.access, body: { amount: 300, phone_number: dancer.phone } }
  const { id } = await (await send(topups.POST, sent)).json()
  await untilState(id, 'credited')
  await reversed(money.paymentsOf(dancer.phone)[0]?.receipt ?? '')
  await agreed(both, id, { action: 'refund' })
  expect(await walletWithHold(dancer.id)).toEqual({ posted: 0n, held: 0n })
  expect(await intentOf(id)).toMatchObject({ state: 'refunded' })
})

test('two people may also find that it is no matter of ours: nothing is taken back, and it leaves the list', async () => {
  const { video, id, receipt } = await countedGift(money, 2)
  const reversal = await reversed(receipt)
  expect((await agreed(both, id, { action: 'close' })).json).toMatchObject({ status: 'counted' })
  expect(await votesOf(video)).toBe(2)
  await reconcileStatement(2)
  expect((await casesOf(amina)).filter((row) => row.id === id)).toEqual([])
  // The books are right again once it is taken back all the same.
  await db().query('UPDATE mpesa_reversal SET closed_at = NULL WHERE receipt = $1', [reversal])
  await agreed(both, id, { action: 'refund' })
})

test('the line may come before the payment is told: its case opens once it is counted', async () => {
  money.mpesa.configure({ autoAccept: false })
  const [video, phone] = [await money.video(), newPhone()]
  money.mpesa.setNext({ phone, outcome: { copies: 0 } })
  const id = await order(video, phone, 2)
  await untilState(id, 'awaiting')
  money.mpesa.answer({ phone, answer: 'pin' })
  const receipt = (await until('M-Pesa has the money', () => money.paymentsOf(phone)[0])).receipt
  // The statement lists the reversal, and by a mistake of M-Pesa's not the payment.
  const reversal = money.mpesa.reverse({ receipt })
  const lines = money.book.state.transactions
  const [payment] = lines.splice(
    lines.findIndex((line) => line.receipt === receipt),
    1,
  )
  await reconcileStatement(2)
  expect(await casesOf(amina, { search: reversal })).toMatchObject([
    { kind: 'reversal', status: 'reversed', amount: 100 },
  ])
  const strangeId = `reversal-${reversal}`
  expect(await caseOf(amina, strangeId)).toMatchObject({ actions: ['refund', 'close'], needs_receipt: true })
  if (payment) lines.push(payment)
  await reconcileStatement(2)
  await untilState(id, 'credited')
  await reconcileStatement(2)
  expect(await reversalOf(reversal)).toMatchObject({ payment: receipt, closed_at: null })
  expect(await caseOf(amina, strangeId)).toMatchObject({ status: 'closed', actions: [] })
  expect(await caseOf(amina, id)).toMatchObject({
    status: 'reversed',
    actions: ['refund', 'close', 'unlink'],
  })
  await agreed(both, id, { action: 'refund' })
  expect(await votesOf(video)).toBe(0)
})

test('where nobody can tell which payment it gives back, two people name it', async () => {
  const [first, second] = [await countedGift(money, 2), await countedGift(money, 3)]
  const reversal = money.mpesa.reverse({ receipt: second.receipt })
  money.mpesa.configure({ reversalLine: 'account' })
  const line = money.book.find(reversal)
  if (line) line.account = 'NOSUCH'
  await reconcileStatement(2)
  const strangeId = `reversal-${reversal}`
  expect(await casesOf(amina)).toContainEqual(expect.objectContaining({ id: strangeId, status: 'reversed' }))
  expect((await post(amina, strangeId, { action: 'refund', note: 'x' })).json.errors).toHaveProperty(
    'receipt',
  )
  for (const [receipt, code] of [
    [first.receipt, 'other_amount'],
    ['NOTKNOWN01', 'no_such_payment'],
  ]) {
    const answer = await agreed(both, strangeId, { action: 'refund', receipt })
    expect(answer).toMatchObject({ status: 409, json: { code } })
    const { proposal } = await caseOf(brian, strangeId)
    await post(brian, strangeId, { decision: 'reject', proposal_id: proposal?.id, note: 'Another one' })
  }
  expect(await agreed(both, strangeId, { action: 'refund', receipt: second.receipt })).toMatchObject({
    status: 200,
    json: { status: 'closed' },
  })
  expect(await votesOf(second.video)).toBe(3)
  await agreed(both, second.id, { action: 'refund' })
  expect([await votesOf(first.video), await votesOf(second.video)]).toEqual([2, 0])
})

test('money in suspense that M-Pesa has given back is not counted, and leaves suspense', async () => {
  const { id, receipt } = await wrongAmountGift(money)
  const before = await suspended()
  await reversed(receipt)
  expect(await caseOf(amina, id)).toMatchObject({
    status: 'reversed',
    actions: ['refund', 'close', 'unlink'],
  })
  await agreed(both, id, { action: 'refund' })
  expect(await intentOf(id)).toMatchObject({ state: 'refunded' })
  expect(await suspended()).toBe(before - 9_000n)

  money.mpesa.configure({ validation: false })
  const stray = await money.mpesa.payPaybill({ phone: newPhone(), amountCents: 5_000n, account: 'NOSUCH' })
  const strayReceipt = stray.receipt ?? ''
  await until('it is in suspense', () => receiptOf(strayReceipt))
  await agreed(both, strayReceipt, { action: 'close' })
  await reversed(strayReceipt)
  expect(await caseOf(amina, strayReceipt)).toMatchObject({ status: 'reversed' })
  await agreed(both, strayReceipt, { action: 'refund' })
  expect(await receiptOf(strayReceipt)).toMatchObject({ status: 'refunded' })
})

test('a proposal that was made before M-Pesa gave it back is not confirmed any more', async () => {
  const { id, receipt } = await wrongAmountGift(money)
  const proposal_id = await proposed(amina, id, { action: 'refund', method: 'b2c' })
  await reversed(receipt)
  expect(await post(brian, id, { decision: 'confirm', proposal_id })).toMatchObject({ status: 409 })
  expect((await caseOf(brian, id)).proposal).toMatchObject({ has_changed: true })
  await post(brian, id, { decision: 'reject', proposal_id, note: 'It is back' })
  await agreed(both, id, { action: 'refund' })
  expect(await refundsOf(receipt)).toMatchObject([{ method: 'reversal', state: 'done' }])
})

test.each(['named', 'account', 'positive'] as const)(
  'our own refund in the statement, listed as %s, opens no case, and proves a refund whose Result is lost',
  async (reversalLine) => {
    money.mpesa.configure({ reversalLine })
    const told = await wrongAmountGift(money)
    await agreed(both, told.id, { action: 'refund' })
    const { proof } = await untilRefund(told.receipt, 'done')
    const lost = await wrongAmountGift(money)
    money.mpesa.setNext({ api: 'reversal', outcome: 'no-callback' })
    await agreed(both, lost.id, { action: 'refund' })
    await untilRefund(lost.receipt, 'accepted')
    await until('M-Pesa has given it back', () => money.book.find(lost.receipt)?.reversedBy)
    await reconcileStatement(2)
    const ids = (await casesOf(amina)).filter(({ status }) => status === 'reversed').map(({ id }) => id)
    expect(ids).not.toContain(told.id)
    expect(ids).not.toContain(lost.id)
    await workRefunds()
    expect(await untilRefund(lost.receipt, 'done')).toMatchObject({
      proof: money.book.find(lost.receipt)?.reversedBy,
    })
    expect(await reversalOf(proof ?? '')).toMatchObject({ closed_at: expect.any(Date) })
    expect(await intentOf(lost.id)).toMatchObject({ state: 'refunded' })
  },
)

test('a reversal that is stored as a line of the statement is no payment, nor is a Paybill confirmation of a reversal', async () => {
  const { receipt, phone } = await countedGift(money, 1)
  const line = {
    transactionId: 'REVERSED01',
    trxDate: now().toISOString(),
    msisdn: phone,
    transactiontype: 'Pay Bill Reversal',
    billreference: receipt,
    amount: '50.00',
  }
  await storeCallback({
    kind: 'statement',
    intentId: null,
    sourceAddress: 'ngoma',
    body: JSON.stringify(line),
  })
  await until('it is read', async () => {
    const row = await firstRow<{ outcome: string | null }>(
      db(),
      `SELECT outcome FROM callback_inbox WHERE body LIKE '%REVERSED01%'`,
    )
    return row?.outcome === 'unreadable: a reversal'
  })
  expect(await receiptOf('REVERSED01')).toBeUndefined()
})
