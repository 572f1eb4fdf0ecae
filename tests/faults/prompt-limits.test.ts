// Prompts as a weapon: who sends them to phones that are not theirs is stopped, and everybody else is not.
import { expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { votesOf } from '#tests/support/contest.ts'
import { newDancer, pressSubscribe, untilPayment } from '#tests/support/dancers.ts'
import { newPhone, order, orderGift, setUpMoney, untilState, viewGift } from '#tests/support/money.ts'
import { type Answer, send } from '#tests/support/web-front.ts'

const money = setUpMoney()
const HOUR = 3_600
let visitors = 0

/** A visitor who presses Gift: of one browser, behind one address. */
function visitor(from: string, session = `visitor-number-${visitors++}`) {
  return (video: { id: string }, phone: string, votes = 1): Promise<Answer> =>
    send(`/api/videos/${video.id}/bulk-vote/`, {
      from,
      body: {
        session_id: session,
        device_fingerprint: 'fingerprint-1',
        phone_number: phone,
        vote_count: votes,
      },
    })
}

/** A prompt to the phone that is cancelled there. */
async function cancelled(give: ReturnType<typeof visitor>, video: { id: string }, phone: string) {
  money.mpesa.setNext({ phone, outcome: 'cancelled' })
  const answer = await give(video, phone)
  expect(answer, answer.text).toMatchObject({ status: 202, json: { payment_required: false } })
  await untilState(String(answer.json.gift_id), 'declined')
  return String(answer.json.gift_id)
}

test('while a prompt is open only the session that ordered it is told of its gift', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  money.mpesa.configure({ autoAccept: false })
  const [owner, stranger] = [visitor('127.0.0.9'), visitor('127.0.0.9')]
  const id = String((await owner(video, phone)).json.gift_id)
  expect(await owner(video, phone)).toMatchObject({
    status: 409,
    json: { code: 'prompt_open', gift_id: id },
  })
  const refused = await stranger(video, phone)
  expect(refused.status).toBe(409)
  expect(refused.json).toEqual({
    code: 'prompt_open',
    error: 'A payment is already open on this phone. Finish or cancel it first.',
  })
  money.mpesa.answer({ phone, answer: 'pin' })
  await untilState(id, 'credited')
})

test('who tries the prompt of their own gift again learns nothing of another gift of that phone', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  await money.mpesa.goAway()
  const mine = String((await visitor('127.0.0.9')(video, phone)).json.gift_id)
  await money.mpesa.comeBack()
  money.mpesa.configure({ autoAccept: false })
  const others = await order(video, phone)
  const answer = await send(`/api/gifts/${mine}/prompt/`)
  expect(answer).toMatchObject({ status: 409, json: { code: 'prompt_open' } })
  expect(answer.json).not.toHaveProperty('gift_id')
  money.mpesa.answer({ phone, answer: 'pin' })
  await untilState(others, 'credited')
})

test('after two unpaid prompts in a row a phone waits 1, 5 and 30 minutes, then a day; paying ends it', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  const owner = visitor('127.0.1.1')
  await cancelled(owner, video, phone)
  let last = await cancelled(owner, video, phone)
  for (const minutes of [1, 5, 30, 24 * 60]) {
    const seen = money.promptsTo(phone).length
    const stranger = await visitor('127.0.1.2')(video, phone)
    expect(stranger).toMatchObject({ status: 429, json: { code: 'prompts_paused' } })
    expect(stranger.json.error).toContain(
      'The last prompts to this phone were not paid. We can send the next one in',
    )
    const wait = Number(stranger.json.retry_after)
    expect(wait).toBeGreaterThan((minutes - 1) * 60)
    expect(wait).toBeLessThanOrEqual(minutes * 60)
    const own = await owner(video, phone, 2)
    expect(own).toMatchObject({ status: 202, json: { payment_required: true, amount: 100 } })
    expect(own.json.payment_url).toBe(`/pay/${own.json.gift_id}`)
    expect(await viewGift(String(own.json.gift_id))).toMatchObject({
      status: 'pending',
      failure: 'paused',
      prompt_open: false,
      paybill: { business_number: '600999', account_number: expect.stringMatching(/^G/) },
    })
    const inSeconds = Number((await viewGift(String(own.json.gift_id))).prompt_in_seconds)
    expect(inSeconds).toBeGreaterThan((minutes - 1) * 60)
    expect(inSeconds).toBeLessThanOrEqual(minutes * 60)
    expect(money.promptsTo(phone)).toHaveLength(seen)
    await money.passTime(minutes * 60)
    expect(await viewGift(String(own.json.gift_id))).toMatchObject({ prompt_in_seconds: null })
    last = await cancelled(visitor('127.0.1.3'), video, phone)
  }
  const { paybill } = (await viewGift(last)) as { paybill: { account_number: string } }
  await money.mpesa.payPaybill({ phone, amountCents: 5_000n, account: paybill.account_number })
  await untilState(last, 'credited')
  await cancelled(visitor('127.0.1.4'), video, phone)
  expect(await votesOf(video)).toBe(1)
})

test('a prompt that nobody answers counts as one that was declined, whoever looks after it', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  for (const _ of [1, 2]) {
    money.mpesa.setNext({ phone, outcome: 'silence' })
    const answer = await visitor('127.0.1.5')(video, phone)
    await untilState(String(answer.json.gift_id), 'awaiting')
    await db().query('UPDATE payment_intent SET next_check_at = NULL WHERE id = $1', [answer.json.gift_id])
    await money.passTime(95)
  }
  expect(await visitor('127.0.1.5')(video, phone)).toMatchObject({ status: 429 })
  expect(money.promptsTo(phone)).toHaveLength(2)
})

test('the wait of a phone holds for joining and for trying a prompt again, and each is told of Paybill', async () => {
  const [video, dancer] = [await money.video(), await newDancer()]
  await money.mpesa.goAway()
  const unsent = String((await visitor('127.0.1.6')(video, dancer.phone)).json.gift_id)
  await money.mpesa.comeBack()
  for (const _ of [1, 2]) {
    money.mpesa.setNext({ phone: dancer.phone, outcome: 'cancelled' })
    expect((await pressSubscribe(dancer, money.month)).status).toBe(202)
    await untilPayment(dancer, 'declined')
  }
  expect(await pressSubscribe(dancer, money.month)).toMatchObject({
    status: 202,
    json: {
      payment_status: 'failed',
      message: expect.stringContaining('You can pay by Paybill instead.'),
      paybill: { account_number: expect.stringMatching(/^S/) },
    },
  })
  const paused = { status: 429, json: { code: 'prompts_paused', retry_after: expect.any(Number) } }
  const another = { ...(await newDancer()), phone: dancer.phone }
  expect(await pressSubscribe(another, money.month)).toMatchObject(paused)
  expect(await send(`/api/gifts/${unsent}/prompt/`)).toMatchObject(paused)
  expect(money.promptsTo(dancer.phone)).toHaveLength(2)
})

test('one session reaches few new phones an hour; one that has paid there is not new', async () => {
  const video = await money.video()
  const give = visitor('127.0.2.1')
  const known = newPhone()
  await untilState(String((await give(video, known)).json.gift_id), 'credited')
  money.mpesa.configure({ autoAccept: false })
  const phones = Array.from({ length: 9 }, newPhone)
  const answers = await Promise.all(phones.map((phone) => give(video, phone)))
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(5)
  for (const { status, json } of answers)
    if (status !== 202) expect([status, json.code, json.retry_after]).toEqual([429, 'too_many_phones', HOUR])
  expect(phones.flatMap((phone) => money.promptsTo(phone))).toHaveLength(5)
  money.mpesa.configure({ autoAccept: true })
  await untilState(String((await give(video, known)).json.gift_id), 'credited')
  await money.passTime(HOUR)
  await untilState(String((await give(video, newPhone())).json.gift_id), 'credited')
})

test('forty phones at once from one address: fifteen prompts, and the others are told of Paybill', async () => {
  const video = await money.video()
  money.mpesa.configure({ autoAccept: false })
  const phones = Array.from({ length: 40 }, newPhone)
  const answers = await Promise.all(phones.map((phone) => visitor('127.0.3.1')(video, phone)))
  expect(phones.flatMap((phone) => money.promptsTo(phone))).toHaveLength(15)
  const held = answers.filter(({ json }) => json.payment_required)
  expect(held).toHaveLength(25)
  const id = String(held[0]?.json.gift_id)
  expect(await viewGift(id)).toMatchObject({ failure: 'crowded', can_retry_prompt: true, prompt_open: false })
  expect(await send(`/api/gifts/${id}/prompt/`, { from: '127.0.3.1' })).toMatchObject({
    status: 202,
    json: { failure: 'crowded' },
  })
  // The same phone from another network, where nobody does this.
  expect(await send(`/api/gifts/${id}/prompt/`, { from: '127.0.3.2' })).toMatchObject({
    status: 202,
    json: { prompt_open: true },
  })
})

test('two hundred honest people behind one address all get their prompt, a quarter of whom do not pay', async () => {
  const video = await money.video()
  const phones = Array.from({ length: 200 }, newPhone)
  const waiting = [...phones.entries()]
  const person = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [n, phone] = next
      if (n % 4 === 0) money.mpesa.setNext({ phone, outcome: n % 8 === 0 ? 'cancelled' : 'low-balance' })
      const answer = await visitor('127.0.4.1')(video, phone)
      expect(answer, answer.text).toMatchObject({ status: 202, json: { payment_required: false } })
      await untilState(String(answer.json.gift_id), n % 4 === 0 ? 'declined' : 'credited')
    }
  }
  await Promise.all(Array.from({ length: 8 }, person))
  for (const phone of phones) expect(money.promptsTo(phone)).toHaveLength(1)
  expect(await votesOf(video)).toBe(150)
})

test('a gift ordered twice at once for a waiting phone sends nothing', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  const owner = visitor('127.0.5.1')
  await cancelled(owner, video, phone)
  await cancelled(owner, video, phone)
  const answers = await Promise.all([owner(video, phone), owner(video, phone), orderGift(video, phone)])
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 429])
  expect(money.promptsTo(phone)).toHaveLength(2)
})
