// Payouts that M-Pesa tells of twice, late, wrongly or not at all: through the real worker, database and simulator.
import { beforeAll, expect, test } from 'vitest'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { queue } from '#lib/core/queue.ts'
import { resumePayouts } from '#lib/domain/payouts/alerts.ts'
import { cancelOwn } from '#lib/domain/payouts/cancel.ts'
import { workPayoutsJob } from '#lib/domain/payouts/jobs.ts'
import { sweepPayouts } from '#lib/domain/payouts/submit.ts'
import { walletOf } from '#tests/support/contest.ts'
import { setUpMoney } from '#tests/support/money.ts'
import { asOwner } from '#tests/support/owner.ts'
import {
  alertsOf,
  makeDue,
  newEarner,
  ordersFor,
  payoutOf,
  sentPayout,
  tellResult,
  untilPayout,
  walletWithHold,
  withdraw,
  withdrawn,
  workPayouts,
} from '#tests/support/payouts.ts'
import { signInAs } from '#tests/support/people.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney()
const HOUR = 3_600

// The turns are this file's own: one of the worker's clock could send what is due before its outcome is set.
beforeAll(async () => {
  const { name } = workPayoutsJob
  await queue('payments').upsertJobScheduler(name, { pattern: '0 0 1 1 *' }, { name })
})

/** A payout of KES 100 out of 150, sent, with that outcome of M-Pesa's. */
async function payOutWith(outcome: Parameters<typeof money.mpesa.setNext>[0]['outcome']) {
  const earner = await newEarner(money)
  money.mpesa.setNext({ api: 'b2c', phone: earner.phone, outcome })
  return { earner, reference: await sentPayout(earner, 100) }
}

/** So much later the worker asks, and M-Pesa answers. */
async function askAfter(seconds: number): Promise<void> {
  await money.passTime(seconds)
  await workPayouts()
  await money.mpesa.advance(0)
}

/** Paid once, by M-Pesa and by the ledger, under one id. */
async function expectPaidOnce(earner: { id: string; phone: string }, reference: string) {
  const payout = await untilPayout(reference, 'paid')
  expect(payout).toMatchObject({ is_held: false, receipt: money.paymentsOf(earner.phone)[0]?.receipt })
  expect(money.paymentsOf(earner.phone)).toHaveLength(1)
  expect(await walletWithHold(earner.id)).toEqual({ posted: 5_000n, held: 0n })
}

test.each([
  'paid',
  'ten-at-once',
  'before-ack',
  'other-originator',
  'single-parameter',
  'code-as-text',
  'token-revoked',
  'ack-lost',
  'error-after',
] as const)('%s: paid once', async (outcome) => {
  const { earner, reference } = await payOutWith(outcome)
  await expectPaidOnce(earner, reference)
  expect(ordersFor(money, earner.phone).every((id) => String(id).length <= 19)).toBe(true)
})

test.each(['no-callback', 'ack-lost-silent', 'queue-timeout'] as const)(
  '%s: the status query after five minutes finds it paid',
  async (outcome) => {
    const { earner, reference } = await payOutWith(outcome)
    await until('M-Pesa has paid', () => money.paymentsOf(earner.phone)[0])
    expect((await payoutOf(reference)).is_held).toBe(true)
    await askAfter(299)
    expect((await payoutOf(reference)).state).not.toBe('paid')
    await askAfter(2)
    await expectPaidOnce(earner, reference)
    expect(ordersFor(money, earner.phone)).toHaveLength(1)
  },
)

test('a QueueTimeOut, then Result 0 late: unknown and held in between, then paid', async () => {
  const { earner, reference } = await payOutWith('queue-timeout-then-result')
  await untilPayout(reference, 'unknown')
  expect(await walletWithHold(earner.id)).toEqual({ posted: 15_000n, held: 10_000n })
  await money.passTime(21)
  await expectPaidOnce(earner, reference)
})

test.each(['error', 'ack-lost-before', 'queue-timeout-unpaid'] as const)(
  '%s, nothing was done: never sent again, never released, and people are called after a day',
  async (outcome) => {
    const { earner, reference } = await payOutWith(outcome)
    await untilPayout(reference, 'unknown')
    for (const seconds of [301, 600, 2_700, 5 * HOUR, 18 * HOUR]) await askAfter(seconds)
    expect(await alertsOf(reference)).toEqual([])
    await askAfter(HOUR)
    await askAfter(48 * HOUR)
    expect(await alertsOf(reference)).toEqual(['unresolved'])
    expect(await payoutOf(reference)).toMatchObject({ state: 'unknown', is_held: true })
    expect(ordersFor(money, earner.phone).length).toBeLessThanOrEqual(1)
    expect(await walletWithHold(earner.id)).toEqual({ posted: 15_000n, held: 10_000n })
  },
)

test.each(['receiver-full', 'unregistered'] as const)(
  '%s: the money is free again, and may be withdrawn under another id',
  async (outcome) => {
    const { earner, reference } = await payOutWith(outcome)
    expect(await untilPayout(reference, 'failed')).toMatchObject({ is_held: false })
    expect(await walletWithHold(earner.id)).toEqual({ posted: 15_000n, held: 0n })
    money.mpesa.clearOutcomes()
    await untilPayout(await sentPayout(earner, 100), 'paid')
    expect(new Set(ordersFor(money, earner.phone)).size).toBe(2)
  },
)

test.each([
  ['no-float', 'no_float'],
  ['initiator-wrong', 'initiator_refused'],
] as const)('%s: the queue waits for people, then all of it goes out', async (outcome, alert) => {
  const { earner, reference } = await payOutWith(outcome)
  expect(await untilPayout(reference, 'failed')).toMatchObject({ is_held: true })
  expect(await alertsOf(reference)).toEqual([alert])
  const other = await newEarner(money)
  const waiting = await sentPayout(other, 150)
  expect(ordersFor(money, other.phone)).toEqual([])
  expect((await payoutOf(waiting)).state).toBe('approved')
  money.mpesa.clearOutcomes()
  const { user } = await signInAs('super_admin')
  expect(await resumePayouts(user.id)).toBe(1)
  await workPayouts()
  await expectPaidOnce(earner, reference)
  await untilPayout(waiting, 'paid')
  expect(ordersFor(money, earner.phone)).toEqual([`${reference}-0`, `${reference}-1`])
})

test('no float, and the account is closed meanwhile: it is sent once the account is open again', async () => {
  const { earner, reference } = await payOutWith('no-float')
  await untilPayout(reference, 'failed')
  money.mpesa.clearOutcomes()
  const setOwner = (isActive: boolean, phoneChangedAt: Date | null) =>
    db().query('UPDATE app_user SET is_active = $2, phone_changed_at = $3 WHERE id = $1', [
      earner.id,
      isActive,
      phoneChangedAt,
    ])
  await setOwner(false, null)
  const { user } = await signInAs('super_admin')
  expect(await resumePayouts(user.id)).toBe(1)
  await workPayouts()
  expect(await payoutOf(reference)).toMatchObject({ state: 'approved', is_held: true })
  await setOwner(true, now())
  await workPayouts()
  expect(await payoutOf(reference)).toMatchObject({ state: 'approved', is_held: true })
  expect(ordersFor(money, earner.phone)).toEqual([`${reference}-0`])
  await setOwner(true, addSeconds(now(), -24 * HOUR))
  await workPayouts()
  await expectPaidOnce(earner, reference)
  expect(ordersFor(money, earner.phone)).toEqual([`${reference}-0`, `${reference}-1`])
})

test('M-Pesa away when it is to be asked: no question is lost, and it is asked a minute later', async () => {
  const payouts = [await payOutWith('ack-lost-silent'), await payOutWith('ack-lost-silent')]
  await money.passTime(5 * 60)
  await money.mpesa.goAway()
  await workPayouts()
  await money.mpesa.comeBack()
  await askAfter(61)
  for (const { earner, reference } of payouts) await expectPaidOnce(earner, reference)
})

test('M-Pesa away or throttling: it goes out later, once', async () => {
  const earner = await newEarner(money)
  const reference = await withdrawn(earner, 100)
  await makeDue(reference)
  money.mpesa.setNext({ api: 'b2c', phone: earner.phone, outcome: 'throttled' })
  await workPayouts()
  expect(await payoutOf(reference)).toMatchObject({
    state: 'approved',
    is_held: true,
    result_code: 'throttled',
  })
  await askAfter(31)
  await expectPaidOnce(earner, reference)
  expect(new Set(ordersFor(money, earner.phone))).toEqual(new Set([`${reference}-0`]))
})

test('a token that M-Pesa refuses, and the next one too: it goes out later, once', async () => {
  const earner = await newEarner(money)
  const reference = await withdrawn(earner, 100)
  await makeDue(reference)
  // Redis has come back with one of before, and somebody renews the new one in the moment in between.
  money.mpesa.revokeToken()
  money.mpesa.setNext({ api: 'b2c', phone: earner.phone, outcome: 'token-revoked' })
  await workPayouts()
  expect(await payoutOf(reference)).toMatchObject({
    state: 'approved',
    is_held: true,
    result_code: '404.001.03',
  })
  expect(await alertsOf(reference)).toEqual([])
  await askAfter(31)
  await expectPaidOnce(earner, reference)
  expect(new Set(ordersFor(money, earner.phone))).toEqual(new Set([`${reference}-0`]))
})

/** A payout whose token M-Pesa has refused twice before, in a row with this time or not, and refuses now. */
async function refusedAgain(isInARow: boolean) {
  const earner = await newEarner(money)
  const reference = await withdrawn(earner, 100)
  await makeDue(reference)
  const { id } = await payoutOf(reference)
  await asOwner(async (owner) => {
    await owner.query(
      `INSERT INTO daraja_request (id, payout_id, operation, request, http_status, response, outcome)
        SELECT gen_random_uuid(), $1, 'b2c', '{}', 404, '{"body": {"errorCode": "404.001.03"}}', 'retry'
        FROM generate_series(1, 2)`,
      [id],
    )
    if (isInARow)
      await owner.query(
        `UPDATE payout SET tries = 2,
          tried_since = (SELECT min(created_at) FROM daraja_request WHERE payout_id = $1) WHERE id = $1`,
        [id],
      )
  })
  money.mpesa.revokeToken()
  money.mpesa.setNext({ api: 'b2c', phone: earner.phone, outcome: 'token-revoked' })
  await workPayouts()
  return { earner, reference }
}

test('a token that M-Pesa refuses again and again: the queue waits for people', async () => {
  const { earner, reference } = await refusedAgain(true)
  expect(await payoutOf(reference)).toMatchObject({ state: 'failed', is_held: true })
  expect(await alertsOf(reference)).toEqual(['initiator_refused'])
  const { user } = await signInAs('super_admin')
  await resumePayouts(user.id)
  await workPayouts()
  await expectPaidOnce(earner, reference)
})

test('a token that M-Pesa refuses, as it did at another time: it goes out later, and nothing else waits', async () => {
  const { earner, reference } = await refusedAgain(false)
  expect(await payoutOf(reference)).toMatchObject({ state: 'approved', is_held: true })
  expect(await alertsOf(reference)).toEqual([])
  await askAfter(31)
  await expectPaidOnce(earner, reference)
})

test('a worker that died while sending: nothing is sent again, and the query finds it paid', async () => {
  const { earner, reference } = await payOutWith('no-callback')
  await until('M-Pesa has paid', () => money.paymentsOf(earner.phone)[0])
  await db().query(`UPDATE payout SET state = 'submitting', conversation_id = NULL WHERE reference = $1`, [
    reference,
  ])
  // As long as a worker may still be at it: a certificate, two tokens that another one renews first, and two calls.
  await money.passTime((7 * env.MPESA_TIMEOUT_MS) / 1_000)
  await sweepPayouts()
  expect((await payoutOf(reference)).state).toBe('submitting')
  await money.passTime(61)
  await sweepPayouts()
  expect(await payoutOf(reference)).toMatchObject({ state: 'unknown', is_held: true })
  await askAfter(200)
  await expectPaidOnce(earner, reference)
  expect(ordersFor(money, earner.phone)).toHaveLength(1)
})

test('an originator id that was used before: unknown, not failed', async () => {
  const { earner, reference } = await payOutWith('no-callback')
  await until('M-Pesa has paid', () => money.paymentsOf(earner.phone)[0])
  await db().query(`UPDATE payout SET state = 'approved', next_check_at = NULL WHERE reference = $1`, [
    reference,
  ])
  await workPayouts()
  expect(await untilPayout(reference, 'unknown')).toMatchObject({
    is_held: true,
    result_code: '500.002.1001',
  })
  await askAfter(301)
  await expectPaidOnce(earner, reference)
})

test('a Result under the right address from a stranger is asked about; under a wrong one it is nothing', async () => {
  const { earner, reference } = await payOutWith({ copies: 0, late: true, answer: 8 })
  const payout = await untilPayout(reference, 'accepted')
  expect(await tellResult(payout, {}, { from: '127.0.0.2' })).toBe('unknown: not believed')
  expect(await walletOf(earner.id)).toBe(15_000n)
  await askAfter(0)
  expect(await payoutOf(reference)).toMatchObject({ state: 'unknown', is_held: true })
  expect(await tellResult(payout, { ConversationID: 'AG_of_another' })).toBe('unknown: not believed')
  expect(await tellResult(payout, { ResultCode: 'odd' })).toBe('unknown: code odd')
  expect(await tellResult(payout, { ResultCode: 8 })).toBe('failed: 8')
  expect(await tellResult(payout, { ResultCode: 8 })).toBe('already failed')
})

test('after a day, when people know: what is not believed is asked about, and M-Pesa tells', async () => {
  const { earner, reference } = await payOutWith('no-callback')
  const payout = await untilPayout(reference, 'accepted')
  await until('M-Pesa has paid', () => money.paymentsOf(earner.phone)[0])
  await askAfter(26 * HOUR)
  expect(await alertsOf(reference)).toEqual(['unresolved'])
  expect(await tellResult(payout, {}, { from: '127.0.0.2' })).toBe('unknown: not believed')
  await askAfter(0)
  await expectPaidOnce(earner, reference)
  expect(await alertsOf(reference)).toEqual(['unresolved'])
})

test('a failure after the payment changes nothing; neither does the same payment again', async () => {
  const { earner, reference } = await payOutWith('paid')
  const payout = await untilPayout(reference, 'paid')
  expect(await tellResult(payout, { ResultCode: 1 })).toBe('already paid')
  expect(await tellResult(payout, {})).toBe('already paid')
  expect(await tellResult(payout, {}, { kind: 'b2c/timeout' })).toBe('already paid')
  await expectPaidOnce(earner, reference)
})

test('failed, then paid after all: taken from the wallet while it is there, else people are called', async () => {
  const spent = await payOutWith({ copies: 0 })
  const failed = await untilPayout(spent.reference, 'accepted')
  expect(await tellResult(failed, { ResultCode: 8 })).toBe('failed: 8')
  const next = await withdrawn(spent.earner, 150)
  // M-Pesa tells it twice, and people are called once; another receipt is another payment.
  for (const TransactionID of ['BYHAND0001', 'BYHAND0001', 'BYHAND0002'])
    expect(await tellResult(failed, { TransactionID })).toContain('contradiction')
  expect(await alertsOf(spent.reference)).toEqual(['contradiction', 'contradiction'])
  // The other withdrawal is called off, and M-Pesa tells once more.
  await cancelOwn(spent.earner.id, next, '')
  const { receipt } = money.paymentsOf(spent.earner.phone)[0] ?? {}
  expect(await tellResult(failed, { TransactionID: receipt })).toBe('paid')
  await expectPaidOnce(spent.earner, spent.reference)
})

test('web dies between a withdrawal and its answer: asked again, however much later, it is the same withdrawal', async () => {
  const earner = await newEarner(money)
  const key = { 'idempotency-key': `crash-${earner.id}` }
  const first = await withdraw(earner, { amount: 50 }, key)
  await db().query('UPDATE idempotent_answer SET status = NULL, body = NULL WHERE key = $1', [
    key['idempotency-key'],
  ])
  // Longer than anybody waits for the answer of a call that died.
  await money.passTime(121)
  expect(await withdraw(earner, { amount: 50 }, key)).toEqual(first)
  expect(await walletWithHold(earner.id)).toEqual({ posted: 15_000n, held: 5_000n })
  await makeDue(first.json.transaction_reference)
  await workPayouts()
  await untilPayout(first.json.transaction_reference, 'paid')
  expect(ordersFor(money, earner.phone)).toHaveLength(1)
})

test('twenty withdrawals of the whole balance at once: one wins', async () => {
  const earner = await newEarner(money)
  const answers = await Promise.all(Array.from({ length: 20 }, () => withdraw(earner, { amount: 150 })))
  const taken = answers.filter(({ status }) => status === 201)
  expect(taken).toHaveLength(1)
  for (const { status, json } of answers)
    if (status !== 201) expect([status, json.code]).toEqual([400, 'insufficient_balance'])
  expect(await walletWithHold(earner.id)).toEqual({ posted: 15_000n, held: 15_000n })
  const reference = String(taken[0]?.json.transaction_reference)
  await makeDue(reference)
  await Promise.all(Array.from({ length: 5 }, workPayouts))
  await untilPayout(reference, 'paid')
  expect(ordersFor(money, earner.phone)).toHaveLength(1)
})
