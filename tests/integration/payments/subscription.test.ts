import { beforeAll, describe, expect, test } from 'vitest'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { countLaunchSlots } from '#lib/domain/challenges/launch-slots.ts'
import { openMonth, walletOf } from '#tests/support/contest.ts'
import {
  addTracks,
  balanceOf,
  cardOf,
  type Dancer,
  newDancer,
  paymentsFor,
  pressSubscribe,
  tracksOf,
  untilPayment,
  untilTracks,
} from '#tests/support/dancers.ts'
import { changeMonth } from '#tests/support/feed.ts'
import { newPhone, order, orderGift, setUpMoney, untilState } from '#tests/support/money.ts'
import { signInAs } from '#tests/support/people.ts'
import { send } from '#tests/support/web-front.ts'

const money = setUpMoney()
let tracks: string[]
beforeAll(async () => {
  tracks = await addTracks(4)
})

/** A dancer who has earned KES 15 for each of so many votes. */
async function dancerWithVotes(votes: number): Promise<Dancer> {
  const dancer = await newDancer()
  const video = await money.video({ dancerId: dancer.id })
  for (let left = votes; left > 0; left -= 100)
    await untilState(await order(video, newPhone(), Math.min(left, 100)), 'credited')
  return dancer
}

test('a subscription is prompted, paid, shared out to the cent, and three tracks follow', async () => {
  const dancer = await newDancer()
  // The tracks of other tests' videos could be given as well.
  await db().query(`UPDATE track SET status = 'retired' WHERE id <> ALL ($1)`, [tracks])
  const [royalties, revenue] = [await balanceOf('royalty_pool'), await balanceOf('platform_revenue')]
  expect(await cardOf(dancer)).toEqual({
    subscribed: false,
    payment_status: 'none',
    message: '',
    paybill: null,
    prompt: 'none',
    refund: null,
    challenge: {
      id: money.month.id,
      title: 'The month',
      subscription_fee: 1_000,
      is_launch_offer: false,
      is_open: true,
      submissions_end_at: money.month.endsAt.toISOString(),
    },
  })
  expect(await pressSubscribe(dancer, money.month)).toMatchObject({
    status: 202,
    json: {
      success: true,
      payment_status: 'pending',
      amount: 1_000,
      message: 'Check your phone and enter your M-PESA PIN to approve the payment.',
      paybill: null,
    },
  })
  await untilPayment(dancer, 'credited')
  expect(money.promptsTo(dancer.phone)).toMatchObject([
    { body: { Amount: 1_000, PhoneNumber: dancer.phone } },
  ])
  expect(await balanceOf('royalty_pool')).toBe(royalties + 30_000n)
  expect(await balanceOf('platform_revenue')).toBe(revenue + 70_000n)
  expect(await cardOf(dancer)).toMatchObject({ subscribed: true, payment_status: 'paid', message: '' })
  const given = await untilTracks(dancer, 3)
  expect(new Set(given.map(({ track_id }) => track_id)).size).toBe(3)
  for (const { track_id } of given) expect(tracks).toContain(track_id)
})

test.each([
  ['0711 222 333', '254711222333'],
  ['+254711222334', '254711222334'],
  ['254 711 222 335', '254711222335'],
  ['0111222333', '254111222333'],
  [' 0711-222-336 ', '254711222336'],
])('the phone %j is taken as %s', async (typed, phone) => {
  const dancer = await newDancer()
  money.mpesa.setNext({ outcome: 'cancelled' })
  expect((await pressSubscribe(dancer, money.month, { phone_number: typed })).status).toBe(202)
  const [payment] = await paymentsFor(dancer)
  expect(payment?.phone).toBe(phone)
  await untilPayment(dancer, 'declined')
})

test.each([
  ['071122233', 'Phone number must have at least 10 characters.'],
  ['  0712345 ', 'Phone number must have at least 10 characters.'],
  ['', 'Phone number must have at least 10 characters.'],
  ['0511222333', 'Enter an M-PESA number, for example 0712 345 678.'],
  ['07112223334', 'Enter an M-PESA number, for example 0712 345 678.'],
  ['+1 202 555 0100', 'Enter an M-PESA number, for example 0712 345 678.'],
  [711_222_333, 'Enter an M-PESA number, for example 0712 345 678.'],
])('the phone %j is refused, and no money moves', async (typed, sentence) => {
  const dancer = await newDancer()
  const answer = await pressSubscribe(dancer, money.month, { phone_number: typed })
  expect(answer).toMatchObject({ status: 400, json: { errors: { phone_number: [sentence] } } })
  expect(await paymentsFor(dancer)).toEqual([])
})

describe('who may not join', () => {
  test('a dancer without KYC', async () => {
    const dancer = await newDancer()
    for (const status of ['not_submitted', 'pending', 'under_review', 'rejected']) {
      await db().query('UPDATE profile SET kyc_status = $2::kyc_status WHERE user_id = $1', [
        dancer.id,
        status,
      ])
      for (const body of [{ phone_number: dancer.phone }, {}])
        expect(await pressSubscribe(dancer, money.month, body)).toMatchObject({
          status: 403,
          json: { error: 'KYC approval is required.', code: 'kyc_required' },
        })
    }
  })

  test('musicians, officers and visitors', async () => {
    for (const role of ['copyright_owner', 'compliance_officer', 'super_admin'] as const) {
      const { access, user } = await signInAs(role)
      const answer = await pressSubscribe({ id: user.id, access, phone: newPhone() }, money.month)
      expect(answer).toMatchObject({ status: 403, json: { code: 'permission_denied' } })
    }
    expect((await send(`/api/videos/challenges/${money.month.id}/join/`)).status).toBe(401)
  })

  test('who has joined', async () => {
    const dancer = await newDancer()
    await pressSubscribe(dancer, money.month)
    await untilPayment(dancer, 'credited')
    for (const body of [
      { phone_number: dancer.phone },
      {},
      { phone_number: dancer.phone, retry_payment: true },
    ])
      expect(await pressSubscribe(dancer, money.month, body)).toMatchObject({
        status: 409,
        json: { code: 'already_subscribed' },
      })
  })

  test('anybody, once submissions have closed, the month is tallied, or there is no such month', async () => {
    const [dancer, month] = [await newDancer(), await openMonth()]
    await changeMonth(month, { submissions_end_at: addSeconds(now(), -1) })
    const closed = { status: 409, json: { code: 'subscriptions_closed' } }
    expect(await pressSubscribe(dancer, month)).toMatchObject(closed)
    expect((await cardOf(dancer)).challenge).toMatchObject({ id: month.id, is_open: false })
    await changeMonth(month, { submissions_end_at: month.endsAt, phase: 'tallying' })
    expect(await pressSubscribe(dancer, month)).toMatchObject(closed)
    await changeMonth(month, { phase: 'closed' })
    expect(await pressSubscribe(dancer, month)).toMatchObject(closed)
    const unknown = { id: '01990000-0000-7000-8000-000000000000' }
    expect(await pressSubscribe(dancer, unknown)).toMatchObject({ status: 404 })
  })
})

describe('the price that a dancer was shown', () => {
  const changed = {
    status: 409,
    json: {
      error: 'The subscription fee is now KES 1,000. Nothing was charged.',
      code: 'price_changed',
      subscription_fee: 1_000,
    },
  }
  /** Slots are taken over all months, by other tests as well. */
  const leaveOneSlot = async () =>
    changeMonth(money.month, { launch_slots: (await countLaunchSlots(db(), now())) + 1 })

  test('is not exceeded by a prompt: of two for the last launch slot one is told the price of now', async () => {
    await leaveOneSlot()
    const dancers = [await newDancer(), await newDancer()]
    for (const dancer of dancers)
      expect((await cardOf(dancer)).challenge).toMatchObject({ subscription_fee: 50 })
    const press = (dancer: Dancer, shown_fee: number) =>
      pressSubscribe(dancer, money.month, { phone_number: dancer.phone, shown_fee })
    const answers = await Promise.all(dancers.map((dancer) => press(dancer, 50)))
    const [first, second] = answers[0]?.status === 202 ? dancers : dancers.toReversed()
    if (!first || !second) throw new Error('There are two.')
    expect(answers.find(({ status }) => status === 202)?.json).toMatchObject({ amount: 50 })
    expect(answers.find(({ status }) => status !== 202)).toMatchObject(changed)
    await untilPayment(first, 'credited')
    expect(await paymentsFor(second)).toEqual([])
    expect(await cardOf(second)).toMatchObject({
      payment_status: 'none',
      challenge: { subscription_fee: 1_000, is_launch_offer: false },
    })
    expect(await press(second, 1_000)).toMatchObject({ status: 202, json: { amount: 1_000 } })
    await untilPayment(second, 'credited')
    await changeMonth(money.month, { launch_slots: 0 })
  })

  test('is not exceeded by the wallet either, under the same key, and less than it may be taken', async () => {
    const dancer = await dancerWithVotes(70)
    const headers = { 'idempotency-key': 'shown-by-the-wallet' }
    for (let n = 0; n < 2; n++)
      expect(await pressSubscribe(dancer, money.month, { shown_fee: 50 }, { headers })).toMatchObject(changed)
    expect(await walletOf(dancer.id)).toBe(105_000n)
    expect(await cardOf(dancer)).toMatchObject({ subscribed: false, payment_status: 'none' })
    await leaveOneSlot()
    expect(await pressSubscribe(dancer, money.month, { shown_fee: 1_000 })).toMatchObject({
      status: 202,
      json: { payment_status: 'paid', amount: 50 },
    })
    expect(await walletOf(dancer.id)).toBe(100_000n)
    await changeMonth(money.month, { launch_slots: 0 })
  })

  test.each([
    ['50', 'Enter a valid number.'],
    [-1, 'Must be at least 0.'],
    [null, 'Enter a valid number.'],
  ])('is a number: %j is refused', async (shown_fee, sentence) => {
    const dancer = await newDancer()
    expect(await pressSubscribe(dancer, money.month, { shown_fee })).toMatchObject({
      status: 400,
      json: { errors: { shown_fee: [sentence] } },
    })
  })
})

describe('another try', () => {
  test('is refused while a prompt is open, and taken after it was cancelled', async () => {
    const dancer = await newDancer()
    money.mpesa.configure({ autoAccept: false })
    await pressSubscribe(dancer, money.month)
    const open = { status: 409, json: { code: 'prompt_open' } }
    expect(await pressSubscribe(dancer, money.month)).toMatchObject(open)
    const again = { phone_number: newPhone(), retry_payment: true }
    expect(await pressSubscribe(dancer, money.month, again)).toMatchObject(open)
    expect(await pressSubscribe(dancer, money.month, {})).toMatchObject(open)
    money.mpesa.answer({ phone: dancer.phone, answer: 'cancel' })
    await untilPayment(dancer, 'declined')
    expect(await cardOf(dancer)).toMatchObject({
      subscribed: false,
      payment_status: 'failed',
      message: 'You cancelled the payment on your phone. Nothing was charged.',
    })
    money.mpesa.configure({ autoAccept: true })
    expect((await pressSubscribe(dancer, money.month, { ...again, phone_number: dancer.phone })).status).toBe(
      202,
    )
    await untilPayment(dancer, 'credited')
    expect(await cardOf(dancer)).toMatchObject({ subscribed: true, payment_status: 'paid' })
  })

  test('with one Idempotency-Key is the first one', async () => {
    const dancer = await newDancer()
    const headers = { 'idempotency-key': 'one-subscription' }
    const body = { phone_number: dancer.phone }
    const first = await pressSubscribe(dancer, money.month, body, { headers })
    expect(await pressSubscribe(dancer, money.month, body, { headers })).toMatchObject({
      status: 202,
      json: first.json,
    })
    const other = await pressSubscribe(dancer, money.month, { phone_number: newPhone() }, { headers })
    expect(other.status).toBe(422)
    expect(await paymentsFor(dancer)).toHaveLength(1)
    await untilPayment(dancer, 'credited')
  })

  test('waits for the phone: a gift’s prompt may be open on it', async () => {
    const [dancer, video] = [await newDancer(), await money.video()]
    money.mpesa.configure({ autoAccept: false })
    const gift = await order(video, dancer.phone)
    expect(await pressSubscribe(dancer, money.month)).toMatchObject({
      status: 409,
      json: { code: 'prompt_open' },
    })
    money.mpesa.answer({ phone: dancer.phone, answer: 'pin' })
    await untilState(gift, 'credited')
    money.mpesa.configure({ autoAccept: true })
    await pressSubscribe(dancer, money.month)
    await untilPayment(dancer, 'credited')
  })
})

describe('from the wallet', () => {
  test('the fee is taken once, shared out, and three tracks follow', async () => {
    const dancer = await dancerWithVotes(70)
    const [royalties, revenue] = [await balanceOf('royalty_pool'), await balanceOf('platform_revenue')]
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => pressSubscribe(dancer, money.month, {})),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409])
    expect(answers.find(({ status }) => status === 202)?.json).toMatchObject({
      payment_status: 'paid',
      amount: 1_000,
    })
    expect(await walletOf(dancer.id)).toBe(5_000n)
    expect(await balanceOf('royalty_pool')).toBe(royalties + 30_000n)
    expect(await balanceOf('platform_revenue')).toBe(revenue + 70_000n)
    expect(await cardOf(dancer)).toMatchObject({ subscribed: true, payment_status: 'paid' })
    await untilTracks(dancer, 3)
  })

  test('too little is refused with the sentence, and nothing has happened', async () => {
    const dancer = await dancerWithVotes(66)
    expect(await pressSubscribe(dancer, money.month, {})).toMatchObject({
      status: 400,
      json: {
        error: 'Unable to subscribe. Ensure you have sufficient balance and KYC is approved.',
        code: 'insufficient_balance',
      },
    })
    expect(await walletOf(dancer.id)).toBe(99_000n)
    expect(await cardOf(dancer)).toMatchObject({ subscribed: false, payment_status: 'none' })
    expect(await tracksOf(dancer)).toEqual([])
  })
})

test('where no prompt can be sent, Paybill with the account number of the answer counts', async () => {
  const dancer = await newDancer()
  await money.mpesa.goAway()
  const answer = await pressSubscribe(dancer, money.month)
  expect(answer).toMatchObject({
    status: 202,
    json: {
      payment_status: 'failed',
      message: 'M-PESA can’t send a prompt right now. You can pay by Paybill instead.',
      paybill: {
        business_number: env.MPESA_SHORTCODE,
        account_number: expect.stringMatching(/^S\w{9}$/),
        amount: 1_000,
      },
    },
  })
  await money.mpesa.comeBack()
  // The account number takes what was asked for then, whatever it costs now.
  await changeMonth(money.month, { subscription_fee: 150_000n })
  expect(await cardOf(dancer)).toMatchObject({
    payment_status: 'failed',
    paybill: answer.json.paybill,
    challenge: { subscription_fee: 1_500 },
  })
  await changeMonth(money.month, { subscription_fee: 100_000n })
  const [payment] = await paymentsFor(dancer)
  await money.mpesa.payPaybill({
    phone: dancer.phone,
    amountCents: 100_000n,
    account: payment?.account_reference.toLowerCase() ?? '',
  })
  await untilPayment(dancer, 'credited')
  expect(await cardOf(dancer)).toMatchObject({ subscribed: true, payment_status: 'paid', paybill: null })
  await untilTracks(dancer, 3)
})

test('another month is another subscription', async () => {
  const dancer = await newDancer()
  await pressSubscribe(dancer, money.month)
  await untilPayment(dancer, 'credited')
  const month = await openMonth()
  expect(await cardOf(dancer)).toMatchObject({ subscribed: false, challenge: { id: month.id } })
  await pressSubscribe(dancer, month)
  await untilPayment(dancer, 'credited')
  await untilTracks(dancer, 6)
  await changeMonth(month, { phase: 'closed' })
})

test('a gift is no subscription: the account number decides', async () => {
  const [dancer, video] = [await newDancer(), await money.video()]
  expect((await orderGift(video, dancer.phone, 20)).status).toBe(202)
  expect(await cardOf(dancer)).toMatchObject({ subscribed: false, payment_status: 'none' })
})
