// Payouts of which M-Pesa tells nothing: two people say what they have found, and the money leaves or is free, once.
import { expect, test } from 'vitest'
import { db, firstRow } from '#lib/core/db.ts'
import { resumePayouts } from '#lib/domain/payouts/alerts.ts'
import { cancelByLink, cancelToken } from '#lib/domain/payouts/cancel.ts'
import { requestWithdrawal } from '#lib/domain/payouts/request.ts'
import {
  agreed,
  caseOf,
  casesOf,
  countedGift,
  post,
  proposed,
  superAdmin,
  twoAdmins,
} from '#tests/support/desk-payments.ts'
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
  workPayouts,
} from '#tests/support/payouts.ts'
import { auditOf } from '#tests/support/review.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney()
const [amina, brian] = await twoAdmins()
const both = [amina, brian] as const

const HELD = { posted: 15_000n, held: 10_000n }
const PAID = { posted: 5_000n, held: 0n }
const FREE = { posted: 15_000n, held: 0n }

/** A payout of KES 100 out of 150 of which M-Pesa has told nothing for a day, paid or not. */
async function unclearPayout(fate: 'paid' | 'unpaid') {
  const earner = await newEarner(money)
  const outcome = fate === 'paid' ? 'no-callback' : ({ copies: 0, late: true, answer: 8 } as const)
  money.mpesa.setNext({ api: 'b2c', phone: earner.phone, outcome })
  const reference = await sentPayout(earner, 100)
  await untilPayout(reference, 'accepted', 'unknown')
  if (fate === 'paid') await until('M-Pesa has paid', () => money.paymentsOf(earner.phone)[0])
  await letDayPass(reference)
  const payout = await payoutOf(reference)
  return {
    earner,
    reference,
    id: payout.id,
    payout,
    receipt: money.paymentsOf(earner.phone)[0]?.receipt ?? '',
  }
}

/** Nobody has told anything for so long that the worker calls people. */
async function letDayPass(reference: string): Promise<void> {
  await money.passTime(26 * 3_600)
  await workPayouts()
  expect(await payoutOf(reference)).toMatchObject({ state: 'unknown', is_held: true })
}

/** What the ledger says that M-Pesa has paid out, in cents. */
async function paidOut(): Promise<bigint> {
  const row = await firstRow<{ cents: bigint }>(
    db(),
    `SELECT posted AS cents FROM account WHERE kind = 'mpesa_payout'`,
  )
  return row?.cents ?? -1n
}

async function openAlertsOf(payoutId: string): Promise<number> {
  const found = await db().query('SELECT 1 FROM payout_alert WHERE payout_id = $1 AND resolved_at IS NULL', [
    payoutId,
  ])
  return found.rows.length
}

test('found paid by two people: it leaves the wallet once, and whatever M-Pesa says later changes nothing', async () => {
  const { earner, id, reference, payout, receipt } = await unclearPayout('paid')
  const before = await paidOut()
  expect(await casesOf(amina)).toContainEqual(
    expect.objectContaining({ id, kind: 'payout', status: 'payout_unclear', reference, amount: 100 }),
  )
  expect((await caseOf(amina, id)).actions).toEqual(['found_paid', 'found_unpaid'])
  expect((await post(amina, id, { action: 'found_paid', note: 'x' })).json.errors).toHaveProperty('receipt')
  const proposal_id = await proposed(amina, id, { action: 'found_paid', receipt: receipt.toLowerCase() })
  expect(await post(amina, id, { decision: 'confirm', proposal_id })).toMatchObject({
    status: 403,
    json: { code: 'second_person' },
  })
  expect([await walletWithHold(earner.id), await paidOut()]).toEqual([HELD, before])
  expect(await post(brian, id, { decision: 'confirm', proposal_id })).toMatchObject({
    status: 200,
    json: { status: 'paid', receipt, actions: [], proposal: null },
  })
  expect(await payoutOf(reference)).toMatchObject({ state: 'paid', is_held: false, receipt })
  for (const result of [{ TransactionID: receipt }, { TransactionID: 'ANOTHER001' }, { ResultCode: 8 }])
    expect(await tellResult(payout, result)).toBe('already paid')
  expect(await tellResult(payout, {}, { kind: 'b2c/timeout' })).toBe('already paid')
  expect([await walletWithHold(earner.id), await paidOut()]).toEqual([PAID, before + 10_000n])
  expect(await openAlertsOf(id)).toBe(0)
  expect(await auditOf(id)).toMatchObject([
    { action: 'payment.proposed', actor_id: amina.id },
    { action: 'payment.resolved', actor_id: brian.id, after: { action: 'found_paid', receipt } },
  ])
})

test('found unpaid by two people: the money is free once, a late failure changes nothing, and it is withdrawn anew', async () => {
  const { earner, id, reference, payout } = await unclearPayout('unpaid')
  const before = await paidOut()
  const proposal_id = await proposed(amina, id, { action: 'found_unpaid' })
  expect((await post(amina, id, { decision: 'confirm', proposal_id })).status).toBe(403)
  expect(await walletWithHold(earner.id)).toEqual(HELD)
  expect(await post(brian, id, { decision: 'confirm', proposal_id })).toMatchObject({
    status: 200,
    json: { status: 'failed', actions: [] },
  })
  expect(await payoutOf(reference)).toMatchObject({ state: 'failed', is_held: false, receipt: null })
  expect(await walletWithHold(earner.id)).toEqual(FREE)
  const { id: ownerId, phone } = earner
  const next = await requestWithdrawal({ ownerId, phone, amount: 100, description: '' })
  expect(await tellResult(payout, { ResultCode: 8 })).toBe('already failed')
  expect(await tellResult(payout, {}, { kind: 'b2c/timeout' })).toBe('already failed')
  expect([await walletWithHold(earner.id), await paidOut()]).toEqual([HELD, before])
  expect(await openAlertsOf(id)).toBe(0)
  money.mpesa.clearOutcomes()
  await makeDue(next.transaction_reference)
  await workPayouts()
  await untilPayout(next.transaction_reference, 'paid')
  expect([await walletWithHold(earner.id), await paidOut()]).toEqual([PAID, before + 10_000n])
  // A day later the first call has an old token: the same order is sent again under the same id.
  expect(new Set(ordersFor(money, phone))).toEqual(
    new Set([`${reference}-0`, `${next.transaction_reference}-0`]),
  )
})

test('found unpaid, and M-Pesa says later that it was paid: it leaves the wallet then, once', async () => {
  const { earner, id, payout, receipt } = await unclearPayout('paid')
  const before = await paidOut()
  await agreed(both, id, { action: 'found_unpaid' })
  expect(await walletWithHold(earner.id)).toEqual(FREE)
  expect(await tellResult(payout, { TransactionID: receipt })).toBe('paid')
  expect(await tellResult(payout, { TransactionID: receipt })).toBe('already paid')
  expect([await walletWithHold(earner.id), await paidOut()]).toEqual([PAID, before + 10_000n])
})

test.each([
  ['found_paid', 'paid', PAID, 10_000n],
  ['found_unpaid', 'unpaid', FREE, 0n],
] as const)('ten confirmations of %s at once do it once', async (action, fate, wallet, left) => {
  const { earner, id, receipt } = await unclearPayout(fate)
  const before = await paidOut()
  const proposal_id = await proposed(amina, id, { action, ...(receipt ? { receipt } : {}) })
  const others = [brian, await superAdmin(), await superAdmin()]
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      post(others[n % 3] ?? brian, id, { decision: 'confirm', proposal_id }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  expect([await walletWithHold(earner.id), await paidOut()]).toEqual([wallet, before + left])
})

test.each(['found_paid', 'found_unpaid'] as const)(
  'a Result in the same moment as %s: paid once, whoever is first',
  async (action) => {
    const { earner, id, reference, payout, receipt } = await unclearPayout('paid')
    const before = await paidOut()
    const proposal_id = await proposed(amina, id, { action, receipt })
    const [answer] = await Promise.all([
      post(brian, id, { decision: 'confirm', proposal_id }),
      tellResult(payout, { TransactionID: receipt }),
    ])
    expect([200, 409]).toContain(answer.status)
    expect(await payoutOf(reference)).toMatchObject({ state: 'paid', receipt })
    expect([await walletWithHold(earner.id), await paidOut()]).toEqual([PAID, before + 10_000n])
  },
)

test('a receipt that has paid another payout, or that was paid to us, proves nothing', async () => {
  const other = await unclearPayout('paid')
  await agreed(both, other.id, { action: 'found_paid', receipt: other.receipt })
  const gift = await countedGift(money)
  const { earner, id, receipt } = await unclearPayout('paid')
  for (const wrong of [other.receipt, gift.receipt]) {
    expect(await agreed(both, id, { action: 'found_paid', receipt: wrong })).toMatchObject({
      status: 409,
      json: { code: 'receipt_used' },
    })
    expect(await walletWithHold(earner.id)).toEqual(HELD)
    const { proposal } = await caseOf(brian, id)
    await post(brian, id, { decision: 'reject', proposal_id: proposal?.id, note: 'Another payment' })
  }
  expect((await agreed(both, id, { action: 'found_paid', receipt })).status).toBe(200)
})

test('neither its owner nor whose phone it went to decides', async () => {
  const { earner, id, receipt } = await unclearPayout('paid')
  const proposal_id = await proposed(amina, id, { action: 'found_paid', receipt })
  const involved = await superAdmin()
  const refused = async () => {
    expect((await post(involved, id, { decision: 'confirm', proposal_id })).status).toBe(403)
    expect((await post(involved, id, { action: 'found_unpaid', note: 'x' })).status).toBe(403)
  }
  const numbered = (phone: string) =>
    db().query('UPDATE app_user SET phone_number = $2 WHERE id = $1', [involved.id, phone])
  const ownedBy = (ownerId: string) =>
    asOwner((owner) => owner.query('UPDATE payout SET owner_id = $2 WHERE id = $1', [id, ownerId]))
  await numbered(earner.phone)
  await refused()
  await numbered('')
  await ownedBy(involved.id)
  await refused()
  await ownedBy(earner.id)
  expect(await walletWithHold(earner.id)).toEqual(HELD)
  expect((await post(involved, id, { decision: 'confirm', proposal_id })).status).toBe(200)
})

test('refused after all and sent again: what was proposed about the first try decides nothing about the second', async () => {
  const { earner, id, reference, payout } = await unclearPayout('unpaid')
  const proposal_id = await proposed(amina, id, { action: 'found_unpaid' })
  expect(await tellResult(payout, { ResultCode: 1 })).toBe('failed: 1')
  expect(await openAlertsOf(id)).toBe(1) // the queue's, for float
  money.mpesa.setNext({ api: 'b2c', phone: earner.phone, outcome: 'no-callback' })
  expect(await resumePayouts(brian.id)).toBe(1)
  await workPayouts()
  await untilPayout(reference, 'accepted')
  await until('M-Pesa has paid', () => money.paymentsOf(earner.phone)[0])
  const confirm = () => post(brian, id, { decision: 'confirm', proposal_id })
  expect(await confirm()).toMatchObject({ status: 409, json: { code: 'not_possible' } })
  expect((await caseOf(amina, id)).actions).toEqual([])
  await letDayPass(reference)
  expect(await confirm()).toMatchObject({ status: 409, json: { code: 'not_possible' } })
  expect(await walletWithHold(earner.id)).toEqual(HELD)
  expect(await alertsOf(reference)).toEqual(['unresolved', 'no_float', 'unresolved'])
  await post(brian, id, { decision: 'reject', proposal_id, note: 'It was sent again' })
  const receipt = money.paymentsOf(earner.phone)[0]?.receipt
  expect((await agreed(both, id, { action: 'found_paid', receipt })).status).toBe(200)
  expect(await walletWithHold(earner.id)).toEqual(PAID)
})

test('paid after it was cancelled: two people book it, the wallet gives what it has, and the platform bears the rest', async () => {
  const { earner, id, reference, payout, receipt } = await unclearPayout('paid')
  const before = await paidOut()
  expect(await tellResult(payout, { ResultCode: 1 })).toBe('failed: 1')
  await cancelByLink(cancelToken(id), '127.0.0.1')
  await resumePayouts(brian.id)
  const { id: ownerId, phone } = earner
  await requestWithdrawal({ ownerId, phone, amount: 100, description: '' })
  expect(await tellResult(payout, { TransactionID: receipt })).toContain(
    'paid a withdrawal that was already cancelled',
  )
  const alert = await caseAbout('paid a withdrawal that was already cancelled')
  expect(await caseOf(amina, alert)).toMatchObject({
    kind: 'alert',
    status: 'contradiction',
    actions: ['found_paid'],
    reference,
    amount: 100,
  })
  expect((await post(amina, alert, { action: 'found_paid', note: 'x' })).json.errors).toHaveProperty(
    'receipt',
  )
  const proposal_id = await proposed(amina, alert, { action: 'found_paid', receipt })
  expect((await post(amina, alert, { decision: 'confirm', proposal_id })).json.code).toBe('second_person')
  const recipient = await superAdmin()
  await db().query('UPDATE app_user SET phone_number = $2 WHERE id = $1', [recipient.id, phone])
  expect((await post(recipient, alert, { decision: 'confirm', proposal_id })).status).toBe(403)
  expect(await walletWithHold(ownerId)).toEqual(HELD)
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => post(brian, alert, { decision: 'confirm', proposal_id })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  expect(await payoutOf(reference)).toMatchObject({ state: 'paid', is_held: false, receipt })
  expect((await caseOf(amina, alert)).timeline).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'alert', title: 'contradiction', outcome: 'closed' }),
      expect.objectContaining({ kind: 'journal', title: 'withdrawal_borne' }),
      expect.objectContaining({ kind: 'journal', title: 'withdrawal' }),
    ]),
  )
  // KES 50 were free of the 100 that had left.
  expect(await walletWithHold(ownerId)).toEqual({ posted: 10_000n, held: 10_000n })
  expect(await paidOut()).toBe(before + 10_000n)
  expect(await openAlertsOf(id)).toBe(0)
  expect(await auditOf(alert)).toMatchObject([
    { action: 'payment.proposed' },
    { action: 'payment.resolved', after: { borne_by_platform_cents: '5000' } },
  ])
})

/** The open alert whose detail ends so. */
async function caseAbout(detail: string): Promise<string> {
  const found = (await casesOf(amina, { status: 'alerts' })).find(({ about }) => about?.endsWith(detail))
  return found?.id ?? ''
}
