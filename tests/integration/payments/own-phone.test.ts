// Gifts from a phone that is known as the dancer's own: held before they count, where the rule says so.
import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import type { Call } from '#lib/contract/call.ts'
import { db, firstRow } from '#lib/core/db.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { findSignals } from '#lib/domain/fraud/find-signals.ts'
import { callbackUrl } from '#lib/domain/mpesa/callback-path.ts'
import { forgetSettings } from '#lib/domain/settings/queries.ts'
import { type StageVideo, votesOf, walletOf, withdrawTo } from '#tests/support/contest.ts'
import { balanceOf } from '#tests/support/dancers.ts'
import { agreed, casesOf, twoAdmins } from '#tests/support/desk-payments.ts'
import { confirmation } from '#tests/support/evidence.ts'
import {
  accountNumberOf,
  newPhone,
  order,
  orderGift,
  receiptOf,
  setUpMoney,
  untilState,
  viewGift,
} from '#tests/support/money.ts'
import { signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { newAddress, send } from '#tests/support/send.ts'
import { until } from '#tests/support/until.ts'
import { send as sendToFront } from '#tests/support/web-front.ts'

const money = setUpMoney()
const admins = await twoAdmins()
let officer: SignedIn
beforeAll(async () => {
  officer = await signInAs('compliance_officer')
})

async function call(one: Call, { params = {}, query = {}, body = undefined as unknown, as = officer } = {}) {
  const route = await loadRoute(one)
  const sent = { method: one.method, params, query, body, access: as.access, address: newAddress() }
  const response = await send(route[one.method], sent)
  return { status: response.status, json: await response.json() }
}
const signalsOf = async (video: StageVideo, query = {}) =>
  (await call(contract.fraud.signals, { query: { video: video.id, ...query } })).json.results

async function payPaybill(account: string, votes: number, phone: string): Promise<string> {
  money.mpesa.configure({ validation: false })
  const paid = await money.mpesa.payPaybill({ phone, amountCents: BigInt(votes) * 5_000n, account })
  return paid.receipt ?? ''
}

async function expectHeld(video: StageVideo, receipt: string, votes: number): Promise<void> {
  const row = await until('the payment is settled', () => receiptOf(receipt))
  expect(row).toMatchObject({ status: 'unmatched', reason: 'fraud_hold' })
  expect(await votesOf(video)).toBe(0)
  expect(await walletOf(video.dancerId)).toBe(0n)
  expect(await walletOf(video.musicianId)).toBe(0n)
  const gift = String(row.intent_id)
  await untilState(gift, 'review')
  expect(await viewGift(gift)).toMatchObject({ status: 'under_review' })
  expect(await signalsOf(video, { status: 'held' })).toMatchObject([
    { kind: 'own_phone', status: 'held', gift_id: gift, votes, gifts: 1, amount: votes * 50 },
  ])
}

describe('a gift from the phone that the dancer withdraws to', () => {
  test('does not count when it is paid: its money is in suspense, and officers see it', async () => {
    const [video, phone] = [await money.video(), newPhone()]
    await withdrawTo(video.dancerId, phone)
    const before = await balanceOf('suspense')
    money.mpesa.configure({ autoAccept: false })
    const id = await order(video, phone, 4)
    await untilState(id, 'awaiting')
    expect(await signalsOf(video)).toEqual([])
    money.mpesa.answer({ phone, answer: 'pin' })
    await untilState(id, 'review')
    await expectHeld(video, money.paymentsOf(phone)[0]?.receipt ?? '', 4)
    expect(await balanceOf('suspense')).toBe(before + 20_000n)
    await findSignals({ days: 1 })
    const [signal] = await signalsOf(video)
    expect(await signalsOf(video)).toHaveLength(1)
    expect(signal).toMatchObject({
      score: 90,
      reasons: [{ kind: 'own_phone', link: 'withdrawal', points: 90 }],
    })
    const { json } = await call(contract.fraud.detail, { params: { id: signal.id } })
    expect(json.evidence).toMatchObject([{ id, votes: 4, status: 'held' }])
    expect(JSON.stringify(json)).not.toContain(phone)
    for (const decide of [contract.fraud.dismiss, contract.fraud.escalate])
      expect(await call(decide, { params: { id: signal.id }, body: { note: 'Fine' } })).toMatchObject({
        status: 409,
        json: { code: 'money_held' },
      })
  })

  test('is nobody’s business where it is not paid', async () => {
    const [video, phone] = [await money.video(), newPhone()]
    await withdrawTo(video.dancerId, phone)
    money.mpesa.setNext({ phone, outcome: 'cancelled' })
    await untilState(await order(video, phone), 'declined')
    expect(await signalsOf(video)).toEqual([])
  })

  test('counts at once where the setting holds nothing, and is shown to officers', async () => {
    const [video, phone] = [await money.video(), newPhone()]
    await withdrawTo(video.dancerId, phone)
    await db().query(`INSERT INTO setting (key, value) VALUES ('fraud_hold_score', '101')`)
    forgetSettings()
    await untilState(await order(video, phone), 'credited')
    await db().query('DELETE FROM setting')
    forgetSettings()
    expect(await votesOf(video)).toBe(1)
    await findSignals({ days: 1 })
    expect(await signalsOf(video)).toMatchObject([{ status: 'open', score: 90 }])
  })

  test('that was asked for only later is shown, and still counts', async () => {
    const [video, phone] = [await money.video(), newPhone()]
    const id = await order(video, phone, 2)
    await untilState(id, 'credited')
    await findSignals({ days: 1 })
    expect(await signalsOf(video)).toEqual([])
    await withdrawTo(video.dancerId, phone)
    await findSignals({ days: 1 })
    await findSignals({ days: 1 })
    expect(await signalsOf(video)).toMatchObject([
      { kind: 'own_phone', status: 'open', gift_id: id, score: 90 },
    ])
    expect(await votesOf(video)).toBe(2)
  })

  test('of another dancer counts', async () => {
    const [video, other, phone] = [await money.video(), await money.video(), newPhone()]
    await withdrawTo(other.dancerId, phone)
    await untilState(await order(video, phone), 'credited')
    expect(await votesOf(video)).toBe(1)
  })
})

describe('two super admins', () => {
  /** A paid gift of two votes that is held. */
  async function heldGift() {
    const [video, phone] = [await money.video(), newPhone()]
    await withdrawTo(video.dancerId, phone)
    const id = await order(video, phone, 2)
    await untilState(id, 'review')
    return { video, id, receipt: money.paymentsOf(phone)[0]?.receipt ?? '' }
  }

  test('release a held gift: it counts once, and officers see that it was released', async () => {
    const { video, id, receipt } = await heldGift()
    expect(await agreed(admins, id, { action: 'credit' })).toMatchObject({ status: 200 })
    await untilState(id, 'credited')
    expect(await votesOf(video)).toBe(2)
    expect(await walletOf(video.dancerId)).toBe(3_000n)
    expect(await receiptOf(receipt)).toMatchObject({ status: 'claimed', intent_id: id })
    // Nothing holds or finds it a second time.
    await sendToFront(callbackUrl('c2b/confirmation'), { body: confirmation(lineOf(receipt)).body })
    await findSignals({ days: 1 })
    expect(await votesOf(video)).toBe(2)
    expect(await signalsOf(video)).toMatchObject([{ status: 'released', gift_id: id }])
    expect(await signalsOf(video, { status: 'held' })).toEqual([])
  })

  test('send it back: it never counts, and officers see that as well', async () => {
    const { video, id } = await heldGift()
    await agreed(admins, id, { action: 'refund' })
    await untilState(id, 'refunded')
    expect(await votesOf(video)).toBe(0)
    expect(await signalsOf(video)).toMatchObject([{ status: 'refunded', gift_id: id }])
    expect(await viewGift(id)).toMatchObject({ status: 'refunded' })
  })

  test('are shown the payments behind what officers put before them', async () => {
    const [video, phone] = [await money.video(), newPhone()]
    const id = await order(video, phone)
    await untilState(id, 'credited')
    await withdrawTo(video.dancerId, phone)
    await findSignals({ days: 1 })
    const flagged = async () => (await casesOf(admins[0], { status: 'flagged' })).map((one) => one.id)
    expect(await flagged()).not.toContain(id)
    const [signal] = await signalsOf(video)
    await call(contract.fraud.escalate, { params: { id: signal.id }, body: { note: 'Look at the phone' } })
    expect(await flagged()).toContain(id)
  })
})

function lineOf(receipt: string) {
  const line = money.book.find(receipt)
  if (!line) throw new Error(`M-Pesa knows no ${receipt}`)
  return line
}

describe('by Paybill', () => {
  test.each(['plain', 'hashed'] as const)(
    'the dancer’s own phone is known where M-Pesa tells it %s',
    async (msisdn) => {
      const video = await money.video()
      const phone = newPhone()
      await db().query('UPDATE app_user SET phone_number = $2 WHERE id = $1', [video.dancerId, phone])
      money.mpesa.configure({ msisdn })
      await expectHeld(video, await payPaybill(video.voteCode, 3, phone), 3)
    },
  )

  test('it is known as well where another phone had ordered the gift', async () => {
    const [video, friend, own] = [await money.video(), newPhone(), newPhone()]
    await withdrawTo(video.dancerId, own)
    money.mpesa.setNext({ phone: friend, outcome: 'cancelled' })
    const id = await order(video, friend, 2)
    await untilState(id, 'declined')
    await expectHeld(video, await payPaybill(await accountNumberOf(id), 2, own), 2)
  })

  test('others pay for a gift of theirs as before', async () => {
    const [video, friend, other] = [await money.video(), newPhone(), newPhone()]
    await withdrawTo(video.dancerId, newPhone())
    money.mpesa.setNext({ phone: friend, outcome: 'cancelled' })
    const id = await order(video, friend, 2)
    await untilState(id, 'declined')
    await payPaybill(await accountNumberOf(id), 2, other)
    await untilState(id, 'credited')
    expect(await votesOf(video)).toBe(2)
    expect(await firstRow(db(), 'SELECT FROM fraud_signal WHERE video_id = $1', [video.id])).toBeUndefined()
  })

  test('a claim for the dancer’s own payment is left to people', async () => {
    const [video, own] = [await money.video(), newPhone()]
    await withdrawTo(video.dancerId, own)
    const receipt = await payPaybill('NOSUCH', 2, own)
    await until('the payment is in suspense', () => receiptOf(receipt))
    const body = { receipt, phone_number: own, vote_code: video.voteCode }
    expect(await sendToFront('/api/gifts/claim/', { body })).toMatchObject({
      status: 409,
      json: { code: 'claim_needs_review' },
    })
    expect(await votesOf(video)).toBe(0)
  })
})

test('the phone of the dancer’s profile is still refused before anything is sent', async () => {
  const video = await money.video()
  expect(await orderGift(video, video.dancerPhone)).toMatchObject({ status: 403 })
})
