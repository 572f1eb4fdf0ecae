// M-Pesa does not say whether a prompt came, or how it ended: what the payer is told, and when they may go on.
import { beforeAll, expect, test } from 'vitest'
import { votesOf } from '#tests/support/contest.ts'
import { addTracks, cardOf, newDancer, pressSubscribe, untilPayment } from '#tests/support/dancers.ts'
import {
  askAboutDuePayments,
  intentOf,
  newPhone,
  order,
  orderGift,
  pullStatement,
  setUpMoney,
  untilState,
  viewGift,
} from '#tests/support/money.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney()
beforeAll(() => addTracks(3))

const UNSURE =
  'We’re not sure that M-PESA sent a prompt to your phone. If it comes, enter your M-PESA PIN there. If not, pay by Paybill.'
const OVER =
  'M-PESA hasn’t told us whether this was paid, and the prompt has expired. If you paid, it will be counted. If not, pay by Paybill or try again.'

test.each(['error', 'ack-lost-before'] as const)(
  'after %s the payer reads that it is not sure, and how to pay by Paybill; after 90 seconds the phone is free',
  async (outcome) => {
    const [video, phone] = [await money.video(), newPhone()]
    money.mpesa.setNext({ phone, outcome })
    const answer = await orderGift(video, phone)
    const id = String(answer.json.gift_id)
    expect(answer).toMatchObject({
      status: 202,
      json: { message: UNSURE, payment_required: false, payment_url: `/pay/${id}` },
    })
    const { account_reference: account } = await intentOf(id)
    expect(await viewGift(id)).toMatchObject({
      status: 'pending',
      prompt: 'unsure',
      prompt_open: true,
      message: UNSURE,
      paybill: { account_number: account },
    })
    await money.passTime(90)
    expect(await viewGift(id)).toMatchObject({
      status: 'pending',
      prompt: 'over',
      prompt_open: false,
      message: OVER,
      paybill: { account_number: account },
    })
    // Nobody has to have looked at the payment meanwhile.
    const another = await order(video, phone, 2)
    await untilState(another, 'credited')
    await money.mpesa.payPaybill({ phone, amountCents: 5_000n, account })
    await untilState(id, 'credited')
    expect(await votesOf(video)).toBe(3)
  },
)

test('90 seconds without a callback: no prompt is said to be open, and what comes later counts', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  money.mpesa.setNext({ phone, outcome: { copies: 0, query: 'processing' } })
  const id = await order(video, phone)
  await untilState(id, 'awaiting')
  expect(await viewGift(id)).toMatchObject({
    prompt: 'sent',
    prompt_open: true,
    message: 'Approve the payment on your phone.',
  })
  for (const seconds of [91, 1_400]) {
    await money.passTime(seconds)
    expect(await viewGift(id)).toMatchObject({
      status: 'pending',
      prompt: 'over',
      prompt_open: false,
      message: OVER,
      paybill: { business_number: '600999' },
    })
  }
  await pullStatement(47)
  await untilState(id, 'credited')
})

test('joining: unsure is said with Paybill beside it, and after the prompt’s own time the dancer goes on', async () => {
  const dancer = await newDancer()
  money.mpesa.setNext({ phone: dancer.phone, outcome: 'error' })
  const asked = await pressSubscribe(dancer, money.month)
  expect(asked).toMatchObject({
    status: 202,
    json: {
      payment_status: 'pending',
      message: UNSURE,
      prompt: 'unsure',
      paybill: { business_number: '600999', account_number: expect.stringMatching(/^S/) },
    },
  })
  const { paybill } = asked.json
  expect(await cardOf(dancer)).toMatchObject({ payment_status: 'pending', prompt: 'unsure', paybill })
  await money.passTime(91)
  expect(await cardOf(dancer)).toMatchObject({
    payment_status: 'failed',
    prompt: 'over',
    paybill,
    message: OVER,
  })
  expect((await pressSubscribe(dancer, money.month)).status).toBe(202)
  await untilPayment(dancer, 'credited')
})

test('joining: as soon as the query has its answer the dancer goes on', async () => {
  const dancer = await newDancer()
  money.mpesa.setNext({ phone: dancer.phone, outcome: 'silence' })
  await pressSubscribe(dancer, money.month)
  const { id } = await untilPayment(dancer, 'awaiting')
  await money.passTime(95)
  expect(await cardOf(dancer)).toMatchObject({
    payment_status: 'pending',
    prompt: 'over',
    paybill: { account_number: expect.stringMatching(/^S/) },
  })
  expect(await pressSubscribe(dancer, money.month)).toMatchObject({
    status: 409,
    json: { code: 'payment_unclear' },
  })
  for (const answers of [1, 2]) {
    await askAboutDuePayments()
    await until(`${answers} answers`, async () => {
      const { queries, state } = await intentOf(id)
      return queries >= answers && (answers === 1 || state === 'declined')
    })
    await money.passTime(16)
  }
  expect(await cardOf(dancer)).toMatchObject({ payment_status: 'failed', prompt: 'none' })
  expect((await pressSubscribe(dancer, money.month)).status).toBe(202)
  await untilPayment(dancer, 'credited')
})

test('joining: where the query never says anything the dancer waits for three answers, not ten minutes', async () => {
  const dancer = await newDancer()
  money.mpesa.setNext({ phone: dancer.phone, outcome: { copies: 0, query: 'processing' } })
  await pressSubscribe(dancer, money.month)
  const { id } = await untilPayment(dancer, 'awaiting')
  await money.passTime(215)
  expect(await cardOf(dancer)).toMatchObject({ payment_status: 'failed', prompt: 'over', message: OVER })
  await pullStatement(47)
  await untilState(id, 'credited')
  expect(await cardOf(dancer)).toMatchObject({ subscribed: true, prompt: 'none', paybill: null })
})
