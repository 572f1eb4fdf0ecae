// The rules of a gift by Paybill: refused before money is taken where M-Pesa asks, held or left in suspense where it is there.
import { afterEach, describe, expect, test } from 'vitest'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { phoneHash } from '#lib/domain/fraud/reported-phone.ts'
import { callbackUrl } from '#lib/domain/mpesa/callback-path.ts'
import { forgetSettings } from '#lib/domain/settings/queries.ts'
import { type StageVideo, votesOf, withdrawTo } from '#tests/support/contest.ts'
import { agreed, casesOf, twoAdmins } from '#tests/support/desk-payments.ts'
import { confirmation } from '#tests/support/evidence.ts'
import { changeMonth } from '#tests/support/feed.ts'
import { stepOverMidnight } from '#tests/support/midnight.ts'
import {
  accountNumberOf,
  callbacksOf,
  newPhone,
  order,
  orderGift,
  receiptOf,
  setUpMoney,
  untilState,
} from '#tests/support/money.ts'
import { askPaybill, changeSetting, payPaybill, resetSettings } from '#tests/support/paybill.ts'
import { until } from '#tests/support/until.ts'
import { send } from '#tests/support/web-front.ts'

const money = setUpMoney()
const admins = await twoAdmins()

afterEach(resetSettings)

const set = changeSetting
const ask = askPaybill
const pay = (account: string, shillings: number, phone?: string) =>
  payPaybill(money, account, shillings, phone)

async function dancersPhone(video: StageVideo): Promise<string> {
  const phone = newPhone()
  await db().query('UPDATE app_user SET phone_number = $2 WHERE id = $1', [video.dancerId, phone])
  return phone
}

const maskOf = (phone: string) => `${phone.slice(0, 4)}*****${phone.slice(-3)}`

describe('validation refuses before money is taken', () => {
  test('the dancer’s own phone, told in full or as a hash; a mask that fits it passes', async () => {
    const video = await money.video()
    const own = await dancersPhone(video)
    expect(await ask(video.voteCode, 50, { phone: own })).toBe('C2B00011')
    expect(await ask(video.voteCode, 50, { phone: phoneHash(own) })).toBe('C2B00011')
    expect(await ask(video.voteCode, 50, { phone: maskOf(own) })).toBe('0')
    expect(await ask(video.voteCode, 50)).toBe('0')
  })

  test('and by the account number of another’s order as well', async () => {
    const video = await money.video()
    const own = await dancersPhone(video)
    money.mpesa.configure({ autoAccept: false })
    const friend = newPhone()
    const id = await order(video, friend)
    const account = await accountNumberOf(id)
    expect(await ask(account, 50, { phone: own })).toBe('C2B00011')
    expect(await ask(account, 50, { phone: friend })).toBe('0')
    expect(await ask(`#${account.slice(0, 4)}-${account.slice(4).toLowerCase()}`, 50)).toBe('0')
    await db().query(`UPDATE payment_intent SET state = 'declined' WHERE id = $1`, [id])
  })

  test.each([
    [5_000, '0'],
    [5_050, 'C2B00013'],
    [60_000, 'C2B00013'],
    [250_000, 'C2B00013'],
    [250_050, 'C2B00013'],
    [60, 'C2B00013'],
  ])('KES %s for a video: %s', async (shillings, code) => {
    expect(await ask((await money.video()).voteCode, shillings)).toBe(code)
  })

  test('what goes beyond a phone’s votes of the day, whichever way they came', async () => {
    await stepOverMidnight(money)
    await set('max_votes_per_phone_per_video_per_day', '10')
    const [video, phone] = [await money.video(), newPhone()]
    await untilState(await order(video, phone, 4), 'credited')
    await pay(video.voteCode, 150, phone)
    expect(await votesOf(video)).toBe(7)
    expect(await ask(video.voteCode, 200, { phone })).toBe('C2B00016')
    expect(await ask(video.voteCode, 200, { phone: phoneHash(phone) })).toBe('C2B00016')
    expect(await ask(video.voteCode, 150, { phone })).toBe('0')
    expect(await ask(video.voteCode, 200)).toBe('0')
    expect(await orderGift(video, phone, 4)).toMatchObject({
      status: 409,
      json: { code: 'max_votes_reached' },
    })
  })

  test('another shortcode', async () => {
    const video = await money.video()
    expect(await ask(video.voteCode, 50, { shortcode: '600998' })).toBe('C2B00015')
  })
})

describe('money that is there', () => {
  test('from a masked number that fits the dancer’s is held, and counted by two people', async () => {
    const video = await money.video()
    const own = newPhone()
    await withdrawTo(video.dancerId, own)
    money.mpesa.configure({ msisdn: 'masked' })
    const row = await pay(video.voteCode, 100, own)
    expect(row).toMatchObject({ status: 'unmatched', reason: 'own_phone_masked' })
    const id = String(row.intent_id)
    await untilState(id, 'review')
    expect(await votesOf(video)).toBe(0)
    const found = (await casesOf(admins[0])).find((one) => one.id === id)
    expect(found).toMatchObject({ reason: 'own_phone_masked' })
    expect(await agreed(admins, id, { action: 'credit' })).toMatchObject({ status: 200 })
    expect(await votesOf(video)).toBe(2)
  })

  test('from a masked number is held as well where another phone had ordered', async () => {
    const [video, friend, own] = [await money.video(), newPhone(), newPhone()]
    await withdrawTo(video.dancerId, own)
    money.mpesa.setNext({ phone: friend, outcome: 'cancelled' })
    const id = await order(video, friend, 2)
    await untilState(id, 'declined')
    money.mpesa.configure({ msisdn: 'masked' })
    expect(await pay(await accountNumberOf(id), 100, own)).toMatchObject({ reason: 'own_phone_masked' })
    await untilState(id, 'review')
  })

  test.each(['plain', 'hashed', 'masked'] as const)(
    'beyond the votes of a day is held, the phone told %s',
    async (msisdn) => {
      await stepOverMidnight(money)
      await set('max_votes_per_phone_per_video_per_day', '5')
      const [video, phone] = [await money.video(), newPhone()]
      money.mpesa.configure({ msisdn })
      expect(await pay(video.voteCode, 150, phone)).toMatchObject({ status: 'credited' })
      const over = await pay(video.voteCode, 150, phone)
      expect(over).toMatchObject({ status: 'unmatched', reason: 'phone_day_limit' })
      await untilState(String(over.intent_id), 'review')
      expect(await votesOf(video)).toBe(3)
    },
  )

  test('ten payments of one phone at once do not pass the limit of the day together', async () => {
    await stepOverMidnight(money)
    await set('max_votes_per_phone_per_video_per_day', '5')
    const [video, phone] = [await money.video(), newPhone()]
    const lines = Array.from({ length: 10 }, () =>
      money.book.collect({ kind: 'paybill', phone, amountCents: 5_000n, account: video.voteCode }),
    )
    await Promise.all(
      lines.map((line) => send(callbackUrl('c2b/confirmation'), { body: confirmation(line).body })),
    )
    for (const { receipt } of lines) await until('it is settled', () => receiptOf(receipt))
    expect(await votesOf(video)).toBe(5)
  })

  test.each([
    [5_050, 'too_many_votes'],
    [250_000, 'too_many_votes'],
    [60, 'wrong_amount'],
  ])('KES %s is filed as %s, counts nothing, and is sent back', async (shillings, reason) => {
    const [video, phone] = [await money.video(), newPhone()]
    const { receipt, ...row } = await pay(video.voteCode, shillings, phone)
    expect(row).toMatchObject({ status: 'unmatched', reason, intent_id: null })
    const body = { vote_code: video.voteCode, action: 'credit' }
    const [{ status }, claimed] = [
      await agreed(admins, receipt, body),
      await send('/api/gifts/claim/', {
        body: { receipt, phone_number: phone, vote_code: video.voteCode },
        from: `127.0.2.${shillings % 100}`,
      }),
    ]
    expect(status).toBe(409)
    expect(claimed).toMatchObject({ status: 409, json: { code: 'claim_needs_review' } })
    expect(await votesOf(video)).toBe(0)
  })

  /** The money of one vote, of which M-Pesa has not told yet. */
  const collected = (account: string) =>
    money.book.collect({ kind: 'paybill', phone: newPhone(), amountCents: 5_000n, account })

  test('paid outside the month is filed as early or late, not as an unknown code', async () => {
    const video = await money.video()
    const paidNow = async () => {
      const line = collected(video.voteCode)
      await send(callbackUrl('c2b/confirmation'), { body: confirmation(line).body })
      return until('it is settled', () => receiptOf(line.receipt))
    }
    // The month is moved, not the payment: a time far from now is not believed.
    const { endsAt } = money.month
    const [past, ahead] = [addSeconds(now(), -3_600), addSeconds(now(), 3_600)]
    await changeMonth(money.month, { ends_at: past, submissions_end_at: past })
    expect(await paidNow()).toMatchObject({ reason: 'late' })
    await changeMonth(money.month, {
      phase: 'subscription',
      voting_starts_at: ahead,
      ends_at: endsAt,
      submissions_end_at: endsAt,
    })
    expect(await paidNow()).toMatchObject({ reason: 'too_early' })
    await changeMonth(money.month, { phase: 'voting', voting_starts_at: addSeconds(now(), -864_000) })
    expect(await votesOf(video)).toBe(0)
  })

  test('paid before voting opened is early, however late M-Pesa tells of it', async () => {
    const video = await money.video()
    const line = collected(video.voteCode)
    await changeMonth(money.month, { phase: 'subscription', voting_starts_at: addSeconds(now(), 1) })
    await money.passTime(5)
    await changeMonth(money.month, { phase: 'voting' })
    await send(callbackUrl('c2b/confirmation'), { body: confirmation(line).body })
    const told = await until('it is settled', () => receiptOf(line.receipt))
    expect(told).toMatchObject({ status: 'unmatched', reason: 'too_early' })
    expect(await votesOf(video)).toBe(0)
    expect(await pay(video.voteCode, 50)).toMatchObject({ status: 'credited' })
    expect(await votesOf(video)).toBe(1)
    await changeMonth(money.month, { voting_starts_at: addSeconds(now(), -864_000) })
  })

  test('typed with # and dashes counts', async () => {
    const video = await money.video()
    const typed = `# ${video.voteCode.slice(0, 3).toLowerCase()}-${video.voteCode.slice(3)}`
    expect(await pay(typed, 50)).toMatchObject({ status: 'credited' })
    expect(await votesOf(video)).toBe(1)
  })

  test('a claim is judged by the phone that M-Pesa told, not by the one that is typed', async () => {
    const [video, own] = [await money.video(), newPhone()]
    await withdrawTo(video.dancerId, own)
    money.mpesa.configure({ msisdn: 'masked' })
    const { receipt } = await pay('NOSUCH', 50, own)
    const another = `${own.slice(0, 5)}${(Number(own[5]) + 1) % 10}${own.slice(6)}`
    const body = { receipt, phone_number: another, vote_code: video.voteCode }
    expect(await send('/api/gifts/claim/', { body, from: '127.0.2.1' })).toMatchObject({
      status: 409,
      json: { code: 'claim_needs_review' },
    })
    expect(await votesOf(video)).toBe(0)
  })
})

describe('the limit of a day', () => {
  const DAY_SECONDS = 86_400

  /** A gift of three votes of a phone whose order came to nothing. */
  async function orderInVain(video: StageVideo, phone: string, outcome: 'cancelled' | 'busy') {
    money.mpesa.setNext({ phone, outcome })
    const { json } = await orderGift(video, phone, 3)
    const id = String(json.gift_id)
    await untilState(id, outcome === 'busy' ? 'rejected' : 'declined')
    return { id, account: await accountNumberOf(id) }
  }

  /** M-Pesa confirms payments of three votes each, all at once. @returns what became of them */
  async function confirmAll(phone: string, accounts: readonly string[], at?: Date) {
    const lines = accounts.map((account) => ({
      ...money.book.collect({ kind: 'paybill', phone, amountCents: 15_000n, account }),
      ...(at && { at: at.toISOString() }),
    }))
    await Promise.all(
      lines.map((line) => send(callbackUrl('c2b/confirmation'), { body: confirmation(line).body })),
    )
    const told: unknown[] = []
    for (const { receipt } of lines) told.push(await until('it is settled', () => receiptOf(receipt)))
    return lines.map(({ receipt }, place) => ({ receipt, told: told[place] }))
  }

  test.each(['cancelled', 'busy'] as const)(
    'is judged again where what was %s is paid by Paybill all the same',
    async (outcome) => {
      await stepOverMidnight(money)
      await set('max_votes_per_phone_per_video_per_day', '5')
      const [video, phone] = [await money.video(), newPhone()]
      const [first, second] = [
        await orderInVain(video, phone, outcome),
        await orderInVain(video, phone, outcome),
      ]
      expect(await ask(second.account, 150, { phone })).toBe('0')
      expect(await pay(first.account, 150, phone)).toMatchObject({ status: 'credited' })
      expect(await ask(second.account, 150, { phone })).toBe('C2B00016')
      expect(await pay(second.account, 150, phone)).toMatchObject({
        status: 'unmatched',
        reason: 'phone_day_limit',
      })
      await untilState(second.id, 'review')
      expect(await votesOf(video)).toBe(3)
      expect(await agreed(admins, second.id, { action: 'credit' })).toMatchObject({ status: 200 })
      expect(await votesOf(video)).toBe(6)
    },
  )

  test('is not passed by orders that came to nothing and are paid at once, beside a payment to the code', async () => {
    await stepOverMidnight(money)
    await set('max_votes_per_phone_per_video_per_day', '8')
    const [video, phone] = [await money.video(), newPhone()]
    const orders = [
      await orderInVain(video, phone, 'cancelled'),
      await orderInVain(video, phone, 'busy'),
      await orderInVain(video, phone, 'cancelled'),
    ]
    await confirmAll(phone, [...orders.map(({ account }) => account), video.voteCode])
    expect(await votesOf(video)).toBe(6)
  })

  test('holds nobody whose order came to nothing and who has given nothing since', async () => {
    await set('max_votes_per_phone_per_video_per_day', '5')
    const [video, phone] = [await money.video(), newPhone()]
    const { account, id } = await orderInVain(video, phone, 'cancelled')
    money.mpesa.configure({ msisdn: 'masked' })
    expect(await pay(account, 150, phone)).toMatchObject({ status: 'credited', intent_id: id })
    expect(await votesOf(video)).toBe(3)
  })

  test('is judged again where the prompt of an order is asked for again', async () => {
    await stepOverMidnight(money)
    await set('max_votes_per_phone_per_video_per_day', '5')
    const [video, phone] = [await money.video(), newPhone()]
    const { id } = await orderInVain(video, phone, 'busy')
    await untilState(await order(video, phone, 3), 'credited')
    expect(await send(`/api/gifts/${id}/prompt/`)).toMatchObject({
      status: 409,
      json: { code: 'max_votes_reached' },
    })
    await db().query(`UPDATE setting SET value = '6' WHERE key = 'max_votes_per_phone_per_video_per_day'`)
    forgetSettings()
    expect(await send(`/api/gifts/${id}/prompt/`)).toMatchObject({ status: 202 })
    await untilState(id, 'credited')
    expect(await votesOf(video)).toBe(6)
  })

  test('is of the day of payment, however late M-Pesa tells of it', async () => {
    await stepOverMidnight(money)
    await set('max_votes_per_phone_per_video_per_day', '5')
    const [video, phone] = [await money.video(), newPhone()]
    const yesterday = addSeconds(now(), -DAY_SECONDS)
    const [first] = await confirmAll(phone, [video.voteCode], yesterday)
    const [second] = await confirmAll(phone, [video.voteCode], yesterday)
    expect(first?.told).toMatchObject({ status: 'credited' })
    expect(second?.told).toMatchObject({ status: 'unmatched', reason: 'phone_day_limit' })
    expect(await pay(video.voteCode, 150, phone)).toMatchObject({ status: 'credited' })
    expect(await votesOf(video)).toBe(6)
  })

  test('is of the day of payment for claims as well', async () => {
    await stepOverMidnight(money)
    await set('max_votes_per_phone_per_video_per_day', '5')
    const [video, phone] = [await money.video(), newPhone()]
    const paid = await confirmAll(phone, ['NOSUCH', 'NOSUCH'], addSeconds(now(), -DAY_SECONDS))
    const claims: number[] = []
    for (const { receipt } of paid) {
      const body = { receipt, phone_number: phone, vote_code: video.voteCode }
      claims.push((await send('/api/gifts/claim/', { body, from: '127.0.2.77' })).status)
    }
    expect(claims).toEqual([200, 409])
    expect(await votesOf(video)).toBe(3)
    await untilState(await order(video, phone, 3), 'credited')
  })
})

test.each([
  ['for another shortcode', { BusinessShortCode: '600998' }, 'for another shortcode'],
  ['without a shortcode', { BusinessShortCode: undefined }, 'for another shortcode'],
  ['of more than M-Pesa carries', { TransAmount: '250001.00' }, 'an amount that M-PESA does not carry'],
  ['of less than a shilling', { TransAmount: '0.50' }, 'an amount that M-PESA does not carry'],
])('a confirmation %s is booked nowhere, and the health page shows it', async (_how, wrong, why) => {
  const video = await money.video()
  const receipt = `WRONG${String(Math.random()).slice(2, 7)}`
  const line = { receipt, at: new Date().toISOString(), phone: newPhone(), account: video.voteCode }
  const { body } = confirmation({ ...line, amountCents: 5_000n })
  await send(callbackUrl('c2b/confirmation'), { body: { ...JSON.parse(body), ...wrong } })
  const told = await until('it is looked at', async () =>
    (await callbacksOf(null)).find((row) => row.body.includes(receipt) && row.processed_at !== null),
  )
  expect(told.outcome).toBe(`unreadable: ${why}`)
  expect(await receiptOf(receipt)).toBeUndefined()
  expect(await votesOf(video)).toBe(0)
})
