// What M-Pesa says that our accounts hold beside what the ledger says: asked for by the worker, compared, told to people.
import { beforeAll, expect, test } from 'vitest'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { metrics } from '#lib/core/metrics.ts'
import { queue } from '#lib/core/queue.ts'
import { askBalanceJob } from '#lib/domain/cash/jobs.ts'
import { callbackUrl } from '#lib/domain/mpesa/callback-path.ts'
import { booked, checkBalance, MATCHES } from '#tests/support/cash.ts'
import { agreed, caseOf, casesOf, countedGift, post, twoAdmins } from '#tests/support/desk-payments.ts'
import { newPhone, order, pullStatement, receiptOf, setUpMoney, untilState } from '#tests/support/money.ts'
import { newEarner, sentPayout, untilPayout } from '#tests/support/payouts.ts'
import { until } from '#tests/support/until.ts'
import { send } from '#tests/support/web-front.ts'
import { refreshGauges } from '#workers/metrics.ts'

const money = setUpMoney()
const both = await twoAdmins()

const check = () => checkBalance(money)

/** The first balance opens the books. */
beforeAll(async () => {
  expect(await check()).toBe(MATCHES)
})

const mailsOfDifferences = async () =>
  (await queue('mail').getJobs()).filter(({ data }) => data.template === 'balance_difference')

test('collected, paid out and sent back: what M-Pesa holds is what the ledger says', async () => {
  expect(await check()).toBe(MATCHES)
  const { id } = await countedGift(money, 5)
  await untilPayout(await sentPayout(await newEarner(money), 100), 'paid')
  await agreed(both, id, { action: 'refund' })
  await untilState(id, 'refunded')
  expect(await check()).toBe(MATCHES)
})

test('what is on its way is no difference: payments nobody told of, payouts and refunds without a Result', async () => {
  const phone = newPhone()
  money.mpesa.setNext({ phone, outcome: 'no-callback' })
  const open = await order(await money.video(), phone, 3)
  await until('it is paid', () => money.paymentsOf(phone)[0])
  const earner = await newEarner(money)
  money.mpesa.setNext({ api: 'b2c', phone: earner.phone, outcome: 'late' })
  const reference = await sentPayout(earner, 50)
  await untilPayout(reference, 'accepted')
  await until('it has left', () => money.paymentsOf(earner.phone)[0])
  const { id, receipt } = await countedGift(money, 2)
  money.mpesa.setNext({ api: 'reversal', outcome: 'late' })
  await agreed(both, id, { action: 'refund' })
  await until('it is reversed', () => money.book.find(receipt)?.reversedBy)
  expect(await check()).toBe(MATCHES)
  await money.passTime(3_600)
  await pullStatement()
  await untilState(open, 'credited')
  await untilPayout(reference, 'paid')
  await untilState(id, 'refunded')
  expect(await check()).toBe(MATCHES)
})

test('a difference that lasts is told once, to the super admins, and closes itself when it is gone', async () => {
  const earlier = (await mailsOfDifferences()).map(({ id }) => id)
  const hidden = money.book.collect({
    kind: 'paybill',
    phone: newPhone(),
    amountCents: 7_000n,
    account: 'LOST',
  })
  expect(await check()).toBe('working 7000, utility 0')
  expect(await casesOf(both[0], { status: 'alerts' })).toEqual([])
  expect(await check()).toBe('working 7000, utility 0')
  await check()
  const [open, ...others] = await casesOf(both[0], { status: 'alerts' })
  expect(others).toEqual([])
  expect(open).toMatchObject({ kind: 'difference', status: 'difference', amount: 70, purpose: 'working' })
  expect((await caseOf(both[0], open?.id ?? '')).timeline.map(({ kind }) => kind)).toContain('check')
  await refreshGauges()
  expect(await metrics().metrics()).toContain('ngoma_waiting_rows{what="balance_differences"} 1')
  const told = (await mailsOfDifferences())
    .filter((mail) => !earlier.includes(mail.id))
    .map(({ data }) => data.userId)
  expect(told.sort()).toEqual(both.map(({ id: admin }) => admin).sort())
  // The statement brings what was never announced.
  await pullStatement()
  await until('it is in suspense', () => receiptOf(hidden.receipt))
  expect(await check()).toBe(MATCHES)
  expect(await casesOf(both[0], { status: 'alerts' })).toEqual([])
  expect((await caseOf(both[0], open?.id ?? '')).status).toBe('closed')
})

test('a difference is resolved by a journal of two people, and by nothing else', async () => {
  const put = 1_000_000n
  // As from a bank.
  money.mpesa.moveAccounts({ utilityCents: put })
  await check()
  await check()
  const [open] = await casesOf(both[0], { status: 'alerts' })
  const id = open?.id ?? ''
  expect(open).toMatchObject({ amount: 10_000, purpose: 'utility' })
  expect((await caseOf(both[0], id)).actions).toEqual([])
  const note = 'Float of November'
  expect(await post(both[0], id, { decision: 'propose', action: 'close', note })).toMatchObject({
    status: 409,
  })
  await booked(both, { kind: 'float_in', place: 'utility', amount: 4_000, note })
  expect(await caseOf(both[0], id)).toMatchObject({ status: 'difference', amount: 6_000 })
  await booked(both, { kind: 'float_in', place: 'utility', amount: 6_000, note })
  expect((await caseOf(both[0], id)).status).toBe('closed')
  expect(await check()).toBe(MATCHES)
})

test('what M-Pesa was asked before a journal was posted may not have it yet', async () => {
  money.mpesa.moveAccounts({ workingCents: 500_000n, utilityCents: 500_000n })
  await booked(both, { kind: 'owner_in', place: 'working', amount: 5_000 })
  await booked(both, { kind: 'owner_in', place: 'utility', amount: 5_000 })
  expect(await check()).toBe(MATCHES)
  const answers = () =>
    rows<{ outcome: string | null }>(
      db(),
      `SELECT outcome FROM callback_inbox WHERE kind = 'balance/result' AND processed_at IS NOT NULL ORDER BY id DESC`,
    )
  const before = (await answers()).length
  const asked = money.mpesa.requests('/mpesa/accountbalance/v1/query').length
  money.mpesa.setNext({ api: 'balance', outcome: 'late' })
  await queue('payments').add(askBalanceJob.name, {})
  await until('M-Pesa is asked', () => money.mpesa.requests('/mpesa/accountbalance/v1/query').length > asked)
  money.mpesa.moveAccounts({ workingCents: -100_000n, utilityCents: -100_000n })
  await booked(both, { kind: 'to_bank', place: 'working', amount: 2_000 })
  await booked(both, { kind: 'mpesa_move', place: 'utility', amount: 1_000 })
  // Each journal asks by itself.
  await until('M-Pesa has answered about the journals', async () => (await answers()).length === before + 2)
  // The answer of before, after both journals.
  await money.passTime(60)
  const newest = await until('it is compared', async () => {
    const told = await answers()
    return told.length === before + 3 && told[0]?.outcome
  })
  expect(newest).toBe(MATCHES)
  expect(await check()).toBe(MATCHES)
})

test('an answer twice, from a stranger, of nonsense or in time-out compares nothing', async () => {
  await check()
  const [asked] = await rows<{ id: string }>(
    db(),
    `SELECT id FROM daraja_request WHERE operation = 'account_balance' ORDER BY created_at DESC LIMIT 1`,
  )
  const count = async () =>
    (await firstRow<{ n: number }>(db(), 'SELECT count(*)::int AS n FROM balance_check'))?.n
  const before = await count()
  const Value = 'Working Account|KES|1.00|1.00|0.00|0.00&Utility Account|KES|1.00|1.00|0.00|0.00'
  const told = {
    Result: { ResultCode: 0, ResultParameters: { ResultParameter: { Key: 'AccountBalance', Value } } },
  }
  const url = callbackUrl('balance/result', asked?.id ?? '')
  await send(url, { body: told })
  await send(url, { body: told, from: '127.0.0.2' })
  await send(url, { body: 'no JSON' })
  await send(callbackUrl('balance/timeout', asked?.id ?? ''), { body: told })
  await send(callbackUrl('balance/result', '00000000-0000-7000-8000-000000000001'), { body: told })
  await until('all are looked at', async () => {
    const { rows: waiting } = await db().query('SELECT 1 FROM callback_inbox WHERE processed_at IS NULL')
    return waiting.length === 0
  })
  expect(await count()).toBe(before)
  expect(await check()).toBe(MATCHES)
})
