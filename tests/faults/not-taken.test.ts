// Payouts and refunds that M-Pesa answers with 429 or "busy" each time: they wait by themselves, the others pass, and people
// are told. Through the real worker, database and simulator.
import { beforeAll, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { queue } from '#lib/core/queue.ts'
import { cancelOwn } from '#lib/domain/payouts/cancel.ts'
import { workPayoutsJob } from '#lib/domain/payouts/jobs.ts'
import { workRefundsJob } from '#lib/domain/refunds/jobs.ts'
import {
  agreed,
  caseOf,
  casesOf,
  refundsOf,
  reversalsOf,
  twoAdmins,
  workRefunds,
  wrongAmountGift,
} from '#tests/support/desk-payments.ts'
import { startMailbox, untilMailed } from '#tests/support/mailbox.ts'
import { setUpMoney, untilState } from '#tests/support/money.ts'
import {
  alertsOf,
  makeDue,
  newEarner,
  ordersFor,
  payoutOf,
  untilPayout,
  walletWithHold,
  withdrawn,
  workPayouts,
} from '#tests/support/payouts.ts'
import { signInAs } from '#tests/support/people.ts'
import { ask } from '#tests/support/review.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney()
const both = await twoAdmins()

// The turns are this file's own: one of the worker's clock in between would try more of them.
beforeAll(async () => {
  for (const { name } of [workPayoutsJob, workRefundsJob])
    await queue('payments').upsertJobScheduler(name, { pattern: '0 0 1 1 *' }, { name })
})

type Due = { earner: Awaited<ReturnType<typeof newEarner>>; reference: string; id: string }

/** A withdrawal of KES 100 out of 150 on its day of payment. */
async function duePayout(): Promise<Due> {
  const earner = await newEarner(money)
  const reference = await withdrawn(earner, 100)
  await makeDue(reference)
  return { earner, reference, id: (await payoutOf(reference)).id }
}

/** From now on M-Pesa answers so to each sending of these. */
function refuse(outcome: 'busy' | 'throttled' | 'ack-lost-silent', payouts: Due[]): void {
  for (const { earner } of payouts)
    money.mpesa.setNext({ api: 'b2c', phone: earner.phone, outcome, times: 1_000 })
}

/** How often M-Pesa has looked at the sending of each. */
const triesOf = (payouts: Due[]) => payouts.map(({ earner }) => ordersFor(money, earner.phone).length)

async function workAfter(seconds: number): Promise<void> {
  await money.passTime(seconds)
  await workPayouts()
}

/** The worker's turns of so many seconds. */
async function workFor(seconds: number, each = 15): Promise<void> {
  for (let passed = 0; passed < seconds; passed += each) await workAfter(each)
}

const openAlerts = () =>
  rows<{ kind: string; payout_id: string | null }>(
    db(),
    'SELECT kind::text, payout_id FROM payout_alert WHERE resolved_at IS NULL ORDER BY id',
  )

async function health(): Promise<unknown> {
  const admin = await signInAs('super_admin')
  const { body } = await ask(contract.health.metrics, admin)
  const { checks } = contract.health.metrics.answer.parse(body)
  return checks.find(({ name }) => name === 'payouts')
}

test.each(['busy', 'throttled'] as const)(
  '%s each time: the others pass in the same turn, and it waits by itself, longer each time',
  async (outcome) => {
    const poisoned = await duePayout()
    refuse(outcome, [poisoned])
    const others = [await duePayout(), await duePayout()]
    await workPayouts()
    for (const { reference } of others) await untilPayout(reference, 'paid')
    expect(await payoutOf(poisoned.reference)).toMatchObject({ state: 'approved', is_held: true })
    for (const [wait, tries] of [
      [15, 1],
      [16, 2],
      [40, 2],
      [25, 3],
      [90, 3],
      [35, 4],
    ] as const) {
      await workAfter(wait)
      expect([wait, triesOf([poisoned])]).toEqual([wait, [tries]])
    }
    expect(await openAlerts()).toEqual([])
    money.mpesa.clearOutcomes()
    await workAfter(241)
    await untilPayout(poisoned.reference, 'paid')
    expect(new Set(ordersFor(money, poisoned.earner.phone))).toEqual(new Set([`${poisoned.reference}-0`]))
  },
)

test('after five tries people are told, on the desk, by mail and in health, until it is taken on', async () => {
  const stop = await startMailbox()
  const admin = await signInAs('super_admin')
  const poisoned = await duePayout()
  refuse('busy', [poisoned])
  await workPayouts()
  await workFor(7 * 60)
  expect(triesOf([poisoned])).toEqual([4])
  expect(await openAlerts()).toEqual([])
  await workFor(45)
  expect(triesOf([poisoned])).toEqual([5])
  expect(await openAlerts()).toEqual([{ kind: 'stuck', payout_id: poisoned.id }])
  for (const status of ['unresolved', 'payouts'] as const)
    expect(await casesOf(both[0], { status })).toContainEqual(
      expect.objectContaining({ id: poisoned.id, status: 'payout_stuck', reason: '500.003.02' }),
    )
  expect(await casesOf(both[0], { status: 'alerts' })).toEqual([])
  expect(await health()).toMatchObject({ status: 'warning', detail: 'Withdrawals to resolve: 1.' })
  const mail = await untilMailed(admin.user.email)
  expect(mail.text).toContain(poisoned.reference)
  expect(mail.text).toContain(`case=${poisoned.id}`)
  // Told once, however long it goes on; and never more than a quarter of an hour apart.
  await workFor(3_600, 60)
  expect(await alertsOf(poisoned.reference)).toEqual(['stuck'])
  expect(triesOf([poisoned])).toEqual([9])
  money.mpesa.clearOutcomes()
  await workAfter(901)
  await untilPayout(poisoned.reference, 'paid')
  expect(await openAlerts()).toEqual([])
  expect(await health()).toMatchObject({ status: 'ok' })
  expect(money.paymentsOf(poisoned.earner.phone)).toHaveLength(1)
  await stop()
})

test('M-Pesa throttles everybody: few are tried in a turn, people are told once, and then all are paid once', async () => {
  const payouts = []
  for (let n = 0; n < 5; n++) payouts.push(await duePayout())
  refuse('throttled', payouts)
  await workPayouts()
  expect(triesOf(payouts).reduce((sum, tries) => sum + tries)).toBe(3)
  await workFor(20 * 60)
  expect(await openAlerts()).toEqual([{ kind: 'all_stuck', payout_id: null }])
  expect(await casesOf(both[0], { status: 'alerts' })).toMatchObject([
    { kind: 'alert', status: 'payouts_stuck' },
  ])
  expect(await health()).toMatchObject({ status: 'failed' })
  money.mpesa.clearOutcomes()
  await workFor(15 * 60)
  for (const { reference, earner } of payouts) {
    await untilPayout(reference, 'paid')
    expect(money.paymentsOf(earner.phone)).toHaveLength(1)
    expect(new Set(ordersFor(money, earner.phone))).toEqual(new Set([`${reference}-0`]))
  }
  expect(await openAlerts()).toEqual([])
})

test('M-Pesa away for a quarter of an hour: people are told once, and nothing waits long when it is back', async () => {
  const payouts = [await duePayout(), await duePayout()]
  await money.mpesa.goAway()
  await workFor(15 * 60)
  expect(await openAlerts()).toEqual([{ kind: 'all_stuck', payout_id: null }])
  await money.mpesa.comeBack()
  await workFor(15 * 60)
  for (const { reference } of payouts) await untilPayout(reference, 'paid')
  expect(await openAlerts()).toEqual([])
})

test('M-Pesa away while many are due: people are told after five tries of all of them together', async () => {
  const payouts = []
  for (let n = 0; n < 6; n++) payouts.push(await duePayout())
  await money.mpesa.goAway()
  await workFor(60)
  expect(await openAlerts()).toEqual([])
  await workAfter(15)
  expect(await openAlerts()).toEqual([{ kind: 'all_stuck', payout_id: null }])
  await money.mpesa.comeBack()
  await workFor(5 * 60)
  for (const { reference } of payouts) await untilPayout(reference, 'paid')
  expect(await openAlerts()).toEqual([])
})

test('throttled for long, and then M-Pesa away for one try: people were told of this one, and are not told of all', async () => {
  const poisoned = await duePayout()
  refuse('busy', [poisoned])
  await workPayouts()
  await workFor(8 * 60)
  const stuck = [{ kind: 'stuck', payout_id: poisoned.id }]
  expect(await openAlerts()).toEqual(stuck)
  await money.mpesa.goAway()
  await workAfter(901)
  expect(await payoutOf(poisoned.reference)).toMatchObject({ result_code: 'unreachable' })
  expect(await openAlerts()).toEqual(stuck)
  await money.mpesa.comeBack()
  money.mpesa.clearOutcomes()
  await workAfter(901)
  await untilPayout(poisoned.reference, 'paid')
})

test('answers that prove nothing: three are at risk and people told, then rarely one, until one is answered', async () => {
  const payouts: Due[] = []
  for (let n = 0; n < 7; n++) payouts.push(await duePayout())
  const sent = () => triesOf(payouts).reduce((sum, tries) => sum + tries)
  money.mpesa.setNext({ api: 'b2c', outcome: 'ack-lost-silent', times: 1_000 })
  await workPayouts()
  expect(sent()).toBe(3)
  expect(await openAlerts()).toEqual([{ kind: 'all_stuck', payout_id: null }])
  for (const [wait, tries] of [
    [29, 3],
    [2, 4],
    [58, 4],
    [3, 5],
  ] as const) {
    await workAfter(wait)
    expect([wait, sent()]).toEqual([wait, tries])
  }
  // One who waits calls theirs off, which says nothing of M-Pesa.
  const [waiting] = payouts.filter(({ earner }) => ordersFor(money, earner.phone).length === 0)
  if (!waiting) throw new Error('none waits')
  await cancelOwn(waiting.earner.id, waiting.reference, '')
  expect(await openAlerts()).toHaveLength(1)
  money.mpesa.clearOutcomes()
  await workAfter(121)
  expect(sent()).toBe(6)
  expect(await openAlerts()).toEqual([])
  await workFor(5 * 60)
  for (const { reference, earner } of payouts.filter((one) => one !== waiting)) {
    await untilPayout(reference, 'paid')
    expect(money.paymentsOf(earner.phone)).toHaveLength(1)
    expect(ordersFor(money, earner.phone)).toHaveLength(1)
  }
})

test('throttled on a silent line: one is tried in a turn, not three', async () => {
  const silent = [await duePayout(), await duePayout(), await duePayout()]
  money.mpesa.setNext({ api: 'b2c', outcome: 'ack-lost-silent', times: 3 })
  await workPayouts()
  for (const { reference } of silent) await untilPayout(reference, 'unknown')
  const waiting = [await duePayout(), await duePayout()]
  refuse('throttled', waiting)
  await workAfter(31)
  expect(triesOf(waiting).reduce((sum, tries) => sum + tries)).toBe(1)
  money.mpesa.clearOutcomes()
  await workFor(6 * 60)
  for (const { reference } of [...silent, ...waiting]) await untilPayout(reference, 'paid')
})

test('two people end a stuck one on a silent line, which says nothing of M-Pesa: one is tried in a turn, not three', async () => {
  const stuck = await duePayout()
  refuse('busy', [stuck])
  await workPayouts()
  await workFor(8 * 60)
  // The sixth try comes eight minutes after the fifth: after the answers that prove nothing, and before M-Pesa is asked about them.
  await workFor(5 * 60, 60)
  expect(triesOf([stuck])).toEqual([5])
  const silent = [await duePayout(), await duePayout(), await duePayout()]
  refuse('ack-lost-silent', silent)
  await workPayouts()
  for (const { reference } of silent) await untilPayout(reference, 'unknown')
  await workAfter(240)
  expect(triesOf([stuck])).toEqual([6])
  expect((await agreed(both, stuck.id, { action: 'found_unpaid' })).status).toBe(200)
  const waiting = [await duePayout(), await duePayout()]
  refuse('ack-lost-silent', waiting)
  await workPayouts()
  expect(triesOf(waiting).reduce((sum, tries) => sum + tries)).toBe(1)
  money.mpesa.clearOutcomes()
  await workFor(6 * 60)
  for (const { reference } of [...silent, ...waiting]) await untilPayout(reference, 'paid')
})

test('not taken on four times, then the answer is lost: it may be on its way, and is never sent again', async () => {
  const payout = await duePayout()
  const { phone } = payout.earner
  money.mpesa.setNext({ api: 'b2c', phone, outcome: 'busy', times: 4 })
  money.mpesa.setNext({ api: 'b2c', phone, outcome: 'ack-lost-silent' })
  await workPayouts()
  await workFor(8 * 60)
  expect(await payoutOf(payout.reference)).toMatchObject({ state: 'unknown', is_held: true })
  expect(triesOf([payout])).toEqual([5])
  await workFor(5 * 60)
  await untilPayout(payout.reference, 'paid')
  expect(triesOf([payout])).toEqual([5])
  expect(await walletWithHold(payout.earner.id)).toEqual({ posted: 5_000n, held: 0n })
})

test('stuck: its owner calls it off, or two people end it; then the money is free, and nothing is sent any more', async () => {
  const [calledOff, ended] = [await duePayout(), await duePayout()]
  const taken = await duePayout()
  refuse('busy', [calledOff, ended])
  await workPayouts()
  await untilPayout(taken.reference, 'paid')
  await workFor(10 * 60)
  expect(await openAlerts()).toHaveLength(2)
  await cancelOwn(calledOff.earner.id, calledOff.reference, '')
  expect((await caseOf(both[0], ended.id)).actions).toEqual(['found_paid', 'found_unpaid'])
  expect((await agreed(both, ended.id, { action: 'found_unpaid' })).status).toBe(200)
  expect(await openAlerts()).toEqual([])
  const tries = triesOf([calledOff, ended])
  await workFor(30 * 60, 60)
  expect(triesOf([calledOff, ended])).toEqual(tries)
  for (const { earner } of [calledOff, ended])
    expect(await walletWithHold(earner.id)).toEqual({ posted: 15_000n, held: 0n })
})

/** The worker's turns of so many seconds for refunds. */
async function refundFor(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 15) {
    await money.passTime(15)
    await workRefunds()
  }
}

test('a refund that is not taken on waits by itself; after five tries people are told, and may end it', async () => {
  const [first, second, third] = [
    await wrongAmountGift(money),
    await wrongAmountGift(money),
    await wrongAmountGift(money),
  ]
  // Each is tried as soon as it is agreed on: the first two waits stand for themselves.
  money.mpesa.setNext({ api: 'reversal', outcome: 'busy', times: 2 })
  await agreed(both, first.id, { action: 'refund' })
  await agreed(both, second.id, { action: 'refund' })
  for (const { receipt } of [first, second])
    await until('it was not taken on', async () => (await refundsOf(receipt))[0]?.result_code)
  await agreed(both, third.id, { action: 'refund' })
  await untilState(third.id, 'refunded')
  money.mpesa.setNext({ api: 'reversal', outcome: 'throttled', times: 1_000 })
  // A call whose token is refused is sent again at once, and both are one try.
  money.mpesa.revokeToken()
  await refundFor(10 * 60)
  for (const { receipt } of [first, second]) {
    expect(reversalsOf(money, receipt)).toBe(5)
    expect(await refundsOf(receipt)).toMatchObject([{ state: 'requested', problem: 'stuck' }])
  }
  expect(await casesOf(both[0], { status: 'refunds' })).toContainEqual(
    expect.objectContaining({ id: first.id, status: 'refund_unclear', reason: 'stuck' }),
  )
  expect(await health()).toMatchObject({ status: 'warning', detail: 'Refunds to resolve: 2.' })
  expect((await agreed(both, first.id, { action: 'found_unpaid' })).status).toBe(200)
  money.mpesa.clearOutcomes()
  await refundFor(15 * 60)
  await untilState(second.id, 'refunded')
  expect(await refundsOf(second.receipt)).toMatchObject([{ state: 'done', problem: '' }])
  expect(await refundsOf(first.receipt)).toMatchObject([{ state: 'failed' }])
  expect(reversalsOf(money, first.receipt)).toBe(5)
  expect(await health()).toMatchObject({ status: 'ok' })
  const left = await firstRow<{ count: number }>(
    db(),
    'SELECT count(*)::int AS count FROM refund WHERE tries > 0 AND closed_at IS NULL',
  )
  expect(left?.count).toBe(0)
})

test('reversals whose answers prove nothing: after three the rest waits, people are told, and one tries whether M-Pesa is back', async () => {
  const gifts = []
  for (let n = 0; n < 5; n++) gifts.push(await wrongAmountGift(money))
  const stateOf = async (receipt: string) => (await refundsOf(receipt))[0]?.state
  money.mpesa.setNext({ api: 'reversal', outcome: 'ack-lost-before', times: 1_000 })
  for (const [place, { id, receipt }] of gifts.entries()) {
    await agreed(both, id, { action: 'refund' })
    if (place < 3) await until('its answer is lost', async () => (await stateOf(receipt)) === 'unknown')
  }
  await workRefunds()
  const [, , , fourth, fifth] = gifts
  if (!fourth || !fifth) throw new Error('five gifts were made')
  expect([await stateOf(fourth.receipt), await stateOf(fifth.receipt)]).toEqual(['requested', 'requested'])
  await refundFor(45)
  expect([await stateOf(fourth.receipt), await stateOf(fifth.receipt)]).toEqual(['unknown', 'requested'])
  expect(await refundsOf(fifth.receipt)).toMatchObject([{ problem: 'stuck' }])
  money.mpesa.clearOutcomes()
  await refundFor(75)
  await untilState(fifth.id, 'refunded')
  expect(await refundsOf(fifth.receipt)).toMatchObject([{ problem: '' }])
  for (const { receipt } of gifts.slice(0, 4)) {
    expect(await refundsOf(receipt)).toMatchObject([{ state: 'unknown', problem: '' }])
    expect(reversalsOf(money, receipt)).toBe(1)
  }
})
