// Payments that need people: one super admin proposes, another confirms, and the machine does it once.
import { expect, test } from 'vitest'
import { db, rows } from '#lib/core/db.ts'
import { addVideo, openMonth, votesOf, walletOf, withdrawTo } from '#tests/support/contest.ts'
import {
  agreed,
  caseOf,
  casesOf,
  countedGift,
  post,
  proposed,
  reversalsOf,
  signedInAs,
  superAdmin,
  suspended,
  twoAdmins,
  untilRefund,
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
import { newEarner, sentPayout, untilPayout } from '#tests/support/payouts.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney()
const [amina, brian] = await twoAdmins()
const both = [amina, brian] as const

/** A gift of three votes from the phone that the dancer withdraws to, which is held, and paid. */
async function heldGift(month = money.month) {
  money.mpesa.configure({ autoAccept: false })
  const [video, phone] = [await addVideo(month), newPhone()]
  await withdrawTo(video.dancerId, phone)
  const id = await order(video, phone, 3)
  await untilState(id, 'awaiting')
  money.mpesa.answer({ phone, answer: 'pin' })
  await untilState(id, 'review')
  return { video, phone, id, receipt: money.paymentsOf(phone)[0]?.receipt ?? '' }
}

test('a held gift is counted once when two agree, and never by one', async () => {
  const { video, id, receipt } = await heldGift()
  expect(await casesOf(amina)).toContainEqual(
    expect.objectContaining({
      id,
      kind: 'payment',
      status: 'review',
      reason: 'fraud_hold',
      receipt,
      amount: 150,
    }),
  )
  const proposal_id = await proposed(amina, id, { action: 'credit' })
  expect(await post(amina, id, { decision: 'confirm', proposal_id })).toMatchObject({
    status: 403,
    json: { code: 'second_person' },
  })
  expect(await votesOf(video)).toBe(0)
  expect(await post(brian, id, { decision: 'confirm', proposal_id })).toMatchObject({
    status: 200,
    json: { status: 'counted', proposal: null, actions: ['refund'] },
  })
  expect(await votesOf(video)).toBe(3)
  expect(await walletOf(video.dancerId)).toBe(4_500n)
  expect(await receiptOf(receipt)).toMatchObject({ status: 'claimed', intent_id: id })
  expect(await post(brian, id, { decision: 'confirm', proposal_id })).toMatchObject({
    status: 409,
    json: { code: 'proposal_gone' },
  })
  expect(await viewGift(id)).toMatchObject({ status: 'completed', receipt })
  const audited = await rows<{ action: string; actor_id: string }>(
    db(),
    'SELECT action, actor_id FROM audit_event WHERE subject_id = $1 ORDER BY id',
    [id],
  )
  expect(audited).toEqual([
    { action: 'payment.proposed', actor_id: amina.id },
    { action: 'payment.resolved', actor_id: brian.id },
  ])
})

test('ten confirmations of several people at once count once', async () => {
  const { video, id } = await heldGift()
  const proposal_id = await proposed(amina, id, { action: 'credit' })
  const others = [brian, await superAdmin(), await superAdmin()]
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      post(others[n % 3] ?? brian, id, { decision: 'confirm', proposal_id }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  expect(await votesOf(video)).toBe(3)
})

test('two proposals at once: one stands; the other person may turn it down, and then another is made', async () => {
  const { id } = await heldGift()
  const answers = await Promise.all(both.map((by) => post(by, id, { action: 'refund', note: 'Looks wrong' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const taken = answers.find(({ status }) => status === 200)?.json.proposal
  expect(await post(amina, id, { decision: 'reject', proposal_id: taken?.id })).toMatchObject({
    status: 400,
    json: { errors: { note: ['This field is required.'] } },
  })
  const turnedDown = await post(brian, id, {
    decision: 'reject',
    proposal_id: taken?.id,
    note: 'It is a fan',
  })
  expect(turnedDown.json).toMatchObject({ status: 'review', proposal: null })
  expect((await agreed([brian, amina], id, { action: 'credit' })).json.status).toBe('counted')
})

test('paid too late by M-Pesa’s time it can not be counted, only sent back', async () => {
  const month = await openMonth(600)
  const { id, receipt } = await heldGift(month)
  await db().query(`UPDATE mpesa_receipt SET paid_at = $2 WHERE receipt = $1`, [receipt, month.endsAt])
  expect(await agreed(both, id, { action: 'credit' })).toMatchObject({
    status: 409,
    json: { code: 'too_late' },
  })
  // Refused as a whole: the proposal is open still.
  const { proposal } = await caseOf(brian, id)
  await post(brian, id, { decision: 'reject', proposal_id: proposal?.id, note: 'Too late' })
  await agreed(both, id, { action: 'refund' })
  await untilState(id, 'refunded')
})

test('paid in time it can not be counted either once its month is closed, or its account, and is told why', async () => {
  const month = await openMonth(600)
  const { id, video } = await heldGift(month)
  const proposal_id = await proposed(amina, id, { action: 'credit' })
  const refused = async () => (await post(brian, id, { decision: 'confirm', proposal_id })).json
  await db().query(`UPDATE challenge SET phase = 'closed' WHERE id = $1`, [month.id])
  expect(await refused()).toMatchObject({
    code: 'month_closed',
    error: expect.stringContaining('The results of this month are final'),
  })
  await db().query('UPDATE app_user SET deleted_at = now() WHERE id = $1', [video.dancerId])
  expect(await refused()).toMatchObject({ code: 'account_closed' })
  await post(brian, id, { decision: 'reject', proposal_id, note: 'The month is closed' })
  await agreed(both, id, { action: 'refund' })
  await untilState(id, 'refunded')
})

test('another amount than was asked for goes back by a reversal, once', async () => {
  const { video, phone, id, receipt } = await wrongAmountGift(money)
  const before = await suspended()
  expect((await caseOf(amina, id)).actions).toEqual(['refund', 'close'])
  expect((await post(amina, id, { action: 'credit', note: 'x' })).json.code).toBe('not_possible')
  expect((await agreed(both, id, { action: 'refund' })).json.status).toMatch(/refund/)
  await untilState(id, 'refunded')
  expect(await untilRefund(receipt, 'done')).toMatchObject({ method: 'reversal', problem: '' })
  expect(await receiptOf(receipt)).toMatchObject({ status: 'refunded' })
  expect(await suspended()).toBe(before - 9_000n)
  expect(money.paymentsOf(phone).map(({ kind }) => kind)).toEqual(['stk', 'reversal'])
  expect(reversalsOf(money, receipt)).toBe(1)
  expect(await votesOf(video)).toBe(0)
  expect(await viewGift(id)).toMatchObject({ status: 'refunded' })
  expect(await casesOf(amina, { status: 'decided' })).toContainEqual(
    expect.objectContaining({ id, status: 'refunded' }),
  )
})

test('where it can not be reversed it fails, and goes back by a payout instead', async () => {
  const { phone, id, receipt } = await wrongAmountGift(money)
  money.mpesa.setNext({ api: 'reversal', outcome: { answer: 'R000002' } })
  await agreed(both, id, { action: 'refund' })
  expect(await untilRefund(receipt, 'failed')).toMatchObject({ result_code: 'R000002' })
  expect(await intentOf(id)).toMatchObject({ state: 'review', review_reason: 'refund_failed' })
  await agreed(both, id, { action: 'refund', method: 'b2c' })
  await untilState(id, 'refunded')
  expect(money.paymentsOf(phone).map(({ kind }) => kind)).toEqual(['stk', 'b2c'])
})

test('a receipt that was paid to us, or that has paid somebody else, does not prove that a refund was paid', async () => {
  const earner = await newEarner(money)
  const { receipt: withdrawn } = await untilPayout(await sentPayout(earner, 100), 'paid')
  const sentBack = await wrongAmountGift(money)
  await agreed(both, sentBack.id, { action: 'refund' })
  const { proof } = await untilRefund(sentBack.receipt, 'done')
  const gift = await countedGift(money)
  const { id, receipt } = await wrongAmountGift(money)
  money.mpesa.setNext({ api: 'reversal', outcome: 'no-callback' })
  await agreed(both, id, { action: 'refund' })
  const refund = await untilRefund(receipt, 'accepted')
  await db().query(`UPDATE refund SET problem = 'unheard' WHERE id = $1`, [refund.id])
  const before = await suspended()
  for (const wrong of [gift.receipt, receipt, withdrawn, proof]) {
    expect(await agreed(both, id, { action: 'found_paid', receipt: wrong })).toMatchObject({
      status: 409,
      json: { code: 'receipt_used' },
    })
    expect(await untilRefund(receipt, 'accepted')).toMatchObject({ proof: null })
    const { proposal } = await caseOf(brian, id)
    await post(brian, id, { decision: 'reject', proposal_id: proposal?.id, note: 'Another payment' })
  }
  expect(await suspended()).toBe(before)
  expect(await agreed(both, id, { action: 'found_paid', receipt: 'FOUNDBYUS3' })).toMatchObject({
    status: 200,
    json: { status: 'refunded' },
  })
  expect(await untilRefund(receipt, 'done')).toMatchObject({ proof: 'FOUNDBYUS3' })
  expect(await suspended()).toBe(before - 9_000n)
})

test('a payment of which nobody knows is closed, or counted with the receipt that people have found', async () => {
  const found = await unresolvedGift()
  const { actions, needs_receipt } = await caseOf(amina, found.id)
  expect([actions, needs_receipt]).toEqual([['credit', 'close'], true])
  expect((await post(amina, found.id, { action: 'credit', note: 'x' })).json.errors).toHaveProperty('receipt')
  await agreed(both, found.id, { action: 'credit', receipt: found.receipt })
  expect(await votesOf(found.video)).toBe(2)
  expect(await receiptOf(found.receipt)).toMatchObject({ status: 'credited', intent_id: found.id })

  const unpaid = await unresolvedGift({ answer: 1037, copies: 0 })
  await agreed(both, unpaid.id, { action: 'close' })
  expect(await intentOf(unpaid.id)).toMatchObject({ state: 'declined', result_code: 'closed_by_people' })
  // A receipt that paid another payment, or by which we have paid somebody, is no proof of this one.
  const third = await unresolvedGift({ answer: 1037, copies: 0 })
  const { receipt: withdrawn } = await untilPayout(await sentPayout(await newEarner(money), 100), 'paid')
  for (const receipt of [found.receipt, withdrawn]) {
    const answer = await agreed(both, third.id, { action: 'credit', receipt })
    expect(answer).toMatchObject({ status: 409, json: { code: 'receipt_used' } })
    const { proposal } = await caseOf(brian, third.id)
    await post(brian, third.id, { decision: 'reject', proposal_id: proposal?.id, note: 'Another payment' })
  }
})

test('a receipt that people have typed names no payer: it goes back by a reversal alone, not to who ordered', async () => {
  const { id, receipt, phone } = await unresolvedGift()
  await agreed(both, id, { action: 'credit', receipt })
  expect(await receiptOf(receipt)).toMatchObject({ source: 'desk', phone: null })
  await expectNoPayout(id)
  // As receipts were written before.
  await db().query('UPDATE mpesa_receipt SET phone = $2 WHERE receipt = $1', [receipt, phone])
  await expectNoPayout(id)
  await agreed(both, id, { action: 'refund' })
  await untilState(id, 'refunded')
  expect(money.paymentsOf(phone).map(({ kind }) => kind)).toEqual(['stk', 'reversal'])
})

async function expectNoPayout(id: string): Promise<void> {
  expect(await agreed(both, id, { action: 'refund', method: 'b2c' })).toMatchObject({
    status: 409,
    json: { code: 'refund_needs_phone' },
  })
  expect(await intentOf(id)).toMatchObject({ state: 'credited' })
  const { proposal } = await caseOf(brian, id)
  await post(brian, id, { decision: 'reject', proposal_id: proposal?.id, note: 'Nobody knows who paid' })
}

/** A gift of which M-Pesa never told. */
async function unresolvedGift(outcome: Parameters<typeof money.mpesa.setNext>[0]['outcome'] = { copies: 0 }) {
  const [video, phone] = [await money.video(), newPhone()]
  money.mpesa.setNext({ phone, outcome })
  const id = await order(video, phone, 2)
  await untilState(id, 'awaiting')
  await until('M-Pesa is through', async () => money.mpesa.advance(0).then(() => true))
  await db().query(`UPDATE payment_intent SET state = 'unresolved', next_check_at = NULL WHERE id = $1`, [id])
  return { video, phone, id, receipt: money.paymentsOf(phone)[0]?.receipt ?? '' }
}

test('money that is for nothing is counted for a video, sent back, or put to revenue', async () => {
  const strays = []
  for (let n = 0; n < 3; n++) {
    money.mpesa.configure({ validation: false })
    const { receipt } = await money.mpesa.payPaybill({
      phone: newPhone(),
      amountCents: 10_000n,
      account: 'NOSUCH',
    })
    await until('it is in suspense', () => receiptOf(receipt ?? ''))
    strays.push(receipt ?? '')
  }
  const [counted = '', back = '', kept = ''] = strays
  // Who looks for it has what the payer typed, and no account has that number.
  const waiting = (await casesOf(amina, { search: 'nosuch' })).map(({ id }) => id)
  expect(waiting).toEqual(expect.arrayContaining(strays))
  const video = await money.video()
  expect((await post(amina, counted, { action: 'credit', note: 'x' })).json.errors).toHaveProperty(
    'vote_code',
  )
  await agreed(both, counted, { action: 'credit', vote_code: video.voteCode.toLowerCase() })
  expect(await votesOf(video)).toBe(2)
  expect((await caseOf(amina, counted)).kind).toBe('payment')
  await agreed(both, back, { action: 'refund' })
  await untilRefund(back, 'done')
  expect((await caseOf(amina, back)).status).toBe('refunded')
  await agreed(both, kept, { action: 'close' })
  expect((await caseOf(amina, kept)).status).toBe('written_off')
  expect(await receiptOf(kept)).toMatchObject({ status: 'written_off' })
})

test('nobody decides about themselves, neither by proposing nor by confirming', async () => {
  const { id, phone } = await wrongAmountGift(money)
  const proposal_id = await proposed(amina, id, { action: 'refund' })
  const payer = await superAdmin()
  await db().query('UPDATE app_user SET phone_number = $2 WHERE id = $1', [payer.id, phone])
  expect((await caseOf(payer, id)).is_own_matter).toBe(true)
  expect((await post(payer, id, { decision: 'confirm', proposal_id })).status).toBe(403)
  expect((await post(payer, id, { action: 'close', note: 'x' })).status).toBe(403)
  expect((await caseOf(brian, id)).is_own_matter).toBe(false)
})

test('a payment of another amount tells what was asked for beside it, and money that came in above zero', async () => {
  const { id } = await wrongAmountGift(money)
  const found = await caseOf(amina, id)
  expect(found.asked_amount).toBe(100)
  expect(found.amount).not.toBe(100)
  expect(found.amount).toBeGreaterThan(0)
  const moved = found.timeline.filter(({ kind }) => kind === 'journal').flatMap(({ lines }) => lines)
  const came = moved.find(({ label }) => label === 'mpesa_collection')
  expect(came?.text).toBe(moved.find(({ label }) => label === 'suspense')?.text)
  expect(moved.map(({ text }) => text).filter((text) => /[-−]/.test(text))).toEqual([])
  const whole = await countedGift(money)
  expect(await caseOf(amina, whole.id)).toMatchObject({ kind: 'payment', status: 'counted' })
  const { asked_amount, amount } = await caseOf(amina, whole.id)
  expect(asked_amount).toBe(amount)
})

test('the list finds by receipt, phone, id and account number, hides phones, and is for super admins alone', async () => {
  const { id, phone, receipt } = await countedGift(money)
  const { account_reference } = await intentOf(id)
  for (const search of [id, receipt, receipt.toLowerCase(), phone, `0${phone.slice(3)}`, account_reference])
    expect((await casesOf(amina, { search })).map((row) => row.id)).toEqual([id])
  const found = await caseOf(amina, receipt)
  expect(found).toMatchObject({ id, status: 'counted', receipt })
  expect(JSON.stringify(found)).not.toContain(phone)
  expect(found.timeline.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['asked', 'request', 'callback', 'receipt', 'journal']),
  )
  expect(await casesOf(amina, { search: 'nothing of the kind' })).toEqual([])
  for (const nowhere of [
    'NOSUCHCODE',
    'alert-999',
    'difference-999',
    'x',
    '00000000-0000-7000-8000-000000000000',
  ])
    expect((await post(amina, nowhere, { action: 'close', note: 'x' })).status).toBe(404)
  const officer = await signedInAs('compliance_officer')
  expect((await post(officer, id, { action: 'refund', note: 'x' })).status).toBe(403)
})
