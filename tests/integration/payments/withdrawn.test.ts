// What becomes of gifts whose video is withdrawn, or whose dancer is deactivated or gone, between prompt and callback.
import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import type { Call } from '#lib/contract/call.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { callbackUrl } from '#lib/domain/mpesa/callback-path.ts'
import { storeCallback } from '#lib/domain/payments/inbox.ts'
import { readStandings } from '#lib/domain/videos/standings.ts'
import { type StageVideo, votesOf, walletOf } from '#tests/support/contest.ts'
import { agreed, twoAdmins } from '#tests/support/desk-payments.ts'
import { confirmation, paidCallback } from '#tests/support/evidence.ts'
import {
  accountNumberOf,
  askAboutDuePayments,
  intentOf,
  newPhone,
  order,
  orderGift,
  pullStatement,
  receiptOf,
  setUpMoney,
  untilState,
  viewGift,
} from '#tests/support/money.ts'
import { createPerson, password, signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { newAddress, send } from '#tests/support/send.ts'
import { until } from '#tests/support/until.ts'
import { send as sendToFront } from '#tests/support/web-front.ts'

const money = setUpMoney()
const admins = await twoAdmins()
let admin: SignedIn
beforeAll(async () => {
  admin = await signInAs('super_admin')
})

async function call(one: Call, id: string, body: unknown, as = admin) {
  const route = await loadRoute(one)
  const sent = { method: one.method, params: { id }, body, access: as.access, address: newAddress() }
  const response = await send(route[one.method], sent)
  return { status: response.status, json: response.status === 204 ? {} : await response.json() }
}
const reason = 'Another song plays.'
const withdraw = (video: StageVideo) => call(contract.submissions.withdraw, video.id, { reason })
const deactivate = (video: StageVideo) => call(contract.admin.deactivateUser, video.dancerId, { reason })
const activate = (video: StageVideo) => call(contract.admin.activateUser, video.dancerId, { reason })

/** A gift of two votes whose prompt is open on the phone; M-Pesa tells of it only when it is asked. */
async function openGift(video?: StageVideo) {
  money.mpesa.configure({ autoAccept: false })
  const of = video ?? (await money.video())
  const phone = newPhone()
  money.mpesa.setNext({ phone, outcome: { copies: 0 } })
  const id = await order(of, phone, 2)
  await untilState(id, 'awaiting')
  return { video: of, phone, id }
}
type OpenGift = Awaited<ReturnType<typeof openGift>>

const pay = ({ phone }: OpenGift) => {
  money.mpesa.answer({ phone, answer: 'pin' })
  const [payment] = money.paymentsOf(phone)
  if (!payment) throw new Error(`${phone} has paid nothing`)
  return payment
}
/** M-Pesa tells of it, seconds before or after the moment by its own clock. */
async function tell(gift: OpenGift, line: ReturnType<typeof pay>, seconds = 0) {
  const at = new Date(new Date(line.at).getTime() + seconds * 1_000).toISOString()
  const callback = paidCallback(gift.id, { ...line, at })
  const { checkout_request_id: prompt } = await intentOf(gift.id)
  await storeCallback({ ...callback, body: callback.body.replace(`ws_CO_${gift.id}`, prompt ?? '') })
}

describe.each([
  ['withdrawn', withdraw, 'video_withdrawn'],
  ['of a dancer who is deactivated', deactivate, 'dancer_inactive'],
] as const)('a video that is %s', (_how, takeOut, why) => {
  test('counts what was paid before, and sends back what was paid after', async () => {
    const before = await openGift()
    const after = await openGift(before.video)
    const paidBefore = pay(before)
    expect(await takeOut(before.video)).toMatchObject({ status: 200 })
    await tell(before, paidBefore, -5)
    await untilState(before.id, 'credited')
    await tell(after, pay(after), 5)
    expect(await untilState(after.id, 'review')).toMatchObject({ review_reason: why })
    expect(await votesOf(before.video)).toBe(2)
    expect(await walletOf(before.video.dancerId)).toBe(3_000n)
    expect(await viewGift(after.id)).toMatchObject({ status: 'under_review' })
    expect(await agreed(admins, after.id, { action: 'credit' })).toMatchObject({
      status: 409,
      json: { code: 'withdrawn' },
    })
  })

  test('is sent back by two people where it was paid after', async () => {
    const gift = await openGift()
    await takeOut(gift.video)
    await tell(gift, pay(gift), 5)
    await untilState(gift.id, 'review')
    await agreed(admins, gift.id, { action: 'refund' })
    await untilState(gift.id, 'refunded')
    expect(await votesOf(gift.video)).toBe(0)
  })

  test('a query proves that and not when: people decide, and may count what was paid before', async () => {
    const gift = await openGift()
    const line = pay(gift)
    await takeOut(gift.video)
    await money.passTime(21)
    await askAboutDuePayments()
    expect(await untilState(gift.id, 'review')).toMatchObject({ review_reason: why })
    await pullStatement()
    await until('its receipt is known', () => receiptOf(line.receipt))
    expect(await agreed(admins, gift.id, { action: 'credit' })).toMatchObject({ status: 200 })
    expect(await votesOf(gift.video)).toBe(2)
  })

  test('takes no gift from then on, on the web or by Paybill', async () => {
    const video = await money.video()
    money.mpesa.setNext({ phone: newPhone(), outcome: 'cancelled' })
    const gift = await openGift(video)
    expect(await viewGift(gift.id)).toMatchObject({ paybill: { business_number: '600999' } })
    await takeOut(video)
    expect(await viewGift(gift.id)).toMatchObject({ status: 'pending', paybill: null })
    expect(await orderGift(video, newPhone())).toMatchObject({ status: 404, json: { code: 'not_found' } })
    const line = { receipt: 'VALIDATION', at: new Date().toISOString(), phone: newPhone() }
    const ask = async (account: string) => {
      const { body } = confirmation({ ...line, account, amountCents: 10_000n })
      return (await sendToFront(callbackUrl('c2b/validation'), { body })).json.ResultCode
    }
    expect(await ask(video.voteCode)).toBe('C2B00012')
    expect(await ask(await accountNumberOf(gift.id))).toBe('C2B00012')
    const paid = money.book.collect({
      kind: 'paybill',
      phone: newPhone(),
      amountCents: 5_000n,
      account: video.voteCode,
    })
    const at = new Date(Date.now() + 60_000).toISOString()
    await sendToFront(callbackUrl('c2b/confirmation'), { body: confirmation({ ...paid, at }).body })
    expect(await until('it is settled', () => receiptOf(paid.receipt))).toMatchObject({
      status: 'unmatched',
      reason: why,
      intent_id: null,
    })
    expect(await votesOf(video)).toBe(0)
    await db().query(`UPDATE payment_intent SET state = 'declined' WHERE id = $1`, [gift.id])
  })

  test('counts what was paid by Paybill before and told after', async () => {
    const video = await money.video()
    const paid = money.book.collect({
      kind: 'paybill',
      phone: newPhone(),
      amountCents: 5_000n,
      account: video.voteCode,
    })
    await takeOut(video)
    const at = new Date(Date.now() - 60_000).toISOString()
    await sendToFront(callbackUrl('c2b/confirmation'), { body: confirmation({ ...paid, at }).body })
    await until('it is settled', () => receiptOf(paid.receipt))
    expect(await votesOf(video)).toBe(1)
  })

  test('leaves feed and standings, and keeps what had counted', async () => {
    const video = await money.video()
    await untilState(await order(video, newPhone(), 3), 'credited')
    expect(await standing(video)).toBe(true)
    await takeOut(video)
    expect(await standing(video)).toBe(false)
    expect(await sendToFront(`/api/videos/${video.id}/`, { method: 'GET' })).toMatchObject({ status: 404 })
    expect(await walletOf(video.dancerId)).toBe(4_500n)
  })
})

async function standing(video: StageVideo): Promise<boolean> {
  const found = await readStandings(money.month.id)
  return found.some((one) => one.videoId === video.id)
}

test('a dancer who is active again has the videos back, and what is under way counts', async () => {
  const gift = await openGift()
  await deactivate(gift.video)
  expect(await activate(gift.video)).toMatchObject({ status: 200, json: { is_active: true } })
  await tell(gift, pay(gift), 5)
  await untilState(gift.id, 'credited')
  expect(await votesOf(gift.video)).toBe(2)
  expect(await standing(gift.video)).toBe(true)
})

test('a video that was withdrawn by itself stays so when its dancer is active again', async () => {
  const video = await money.video()
  await withdraw(video)
  await deactivate(video)
  await activate(video)
  expect(await orderGift(video, newPhone())).toMatchObject({ status: 404 })
})

test('of an account that is closed nothing counts any more, whenever it was paid', async () => {
  const dancer = await signInAs('dancer')
  const video = await money.video({ dancerId: dancer.user.id })
  const gift = await openGift(video)
  money.mpesa.setNext({ phone: gift.phone, outcome: 'cancelled' })
  await db().query(`UPDATE payment_intent SET state = 'declined', next_check_at = NULL WHERE id = $1`, [
    gift.id,
  ])
  const line = pay(gift)
  expect(await call(contract.profiles.delete, '', { password }, dancer)).toMatchObject({ status: 204 })
  await tell(gift, line, -5)
  expect(await untilState(gift.id, 'review')).toMatchObject({ review_reason: 'dancer_inactive' })
  expect(await walletOf(video.dancerId)).toBe(0n)
})

test('a pending video of a dancer who is deactivated can not be approved', async () => {
  const video = await money.video()
  await db().query(`UPDATE video SET status = 'pending_review' WHERE id = $1`, [video.id])
  await deactivate(video)
  expect(await call(contract.submissions.approve, video.id, {})).toMatchObject({
    status: 409,
    json: { code: 'owner_inactive' },
  })
})

test('only an approved video of a month that is not closed is withdrawn, and its owner reads why', async () => {
  const [video, pending] = [await money.video(), await money.video()]
  await db().query(`UPDATE video SET status = 'pending_review' WHERE id = $1`, [pending.id])
  expect(await withdraw(pending)).toMatchObject({ status: 409, json: { code: 'not_approved' } })
  expect(await withdraw(video)).toMatchObject({
    status: 200,
    json: { status: 'rejected', rejection_reason: reason },
  })
  expect(await withdraw(video)).toMatchObject({ status: 409, json: { code: 'not_approved' } })
  expect(
    await rows(db(), 'SELECT actor_id, action, after FROM audit_event WHERE subject_id = $1', [video.id]),
  ).toEqual([{ actor_id: admin.user.id, action: 'video.withdrawn', after: { status: 'rejected', reason } }])
})

describe('an account', () => {
  test('that is deactivated signs out everywhere, is audited, and signs in again once it is active', async () => {
    const dancer = await signInAs('dancer')
    const { id } = dancer.user
    expect(await call(contract.admin.deactivateUser, id, { reason: '  ' })).toMatchObject({ status: 400 })
    expect(await call(contract.admin.deactivateUser, id, { reason })).toEqual({
      status: 200,
      json: { id, is_active: false },
    })
    expect(await call(contract.admin.deactivateUser, id, { reason })).toMatchObject({ status: 200 })
    const me = await loadRoute(contract.profiles.me)
    expect((await send(me.GET, { access: dancer.access })).status).toBe(401)
    expect(await call(contract.admin.activateUser, id, { reason })).toEqual({
      status: 200,
      json: { id, is_active: true },
    })
    expect(
      await rows(db(), 'SELECT action, after FROM audit_event WHERE subject_id = $1 ORDER BY id', [id]),
    ).toEqual([
      { action: 'account.deactivated', after: { is_active: false, reason } },
      { action: 'account.activated', after: { is_active: true, reason } },
    ])
    expect(await firstRow(db(), `SELECT revoked_reason FROM session WHERE user_id = $1`, [id])).toEqual({
      revoked_reason: 'deactivated',
    })
  })

  test('of staff, or that is closed, is not switched here', async () => {
    const officer = await createPerson('compliance_officer')
    for (const id of [officer.id, admin.user.id])
      expect(await call(contract.admin.deactivateUser, id, { reason })).toMatchObject({
        status: 409,
        json: { code: 'staff_account' },
      })
    const gone = await createPerson('dancer')
    await db().query('UPDATE app_user SET deleted_at = now(), is_active = false WHERE id = $1', [gone.id])
    expect(await call(contract.admin.activateUser, gone.id, { reason })).toMatchObject({ status: 404 })
  })
})
