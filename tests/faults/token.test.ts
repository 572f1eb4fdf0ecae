// Tokens that end while something is being sent: one new token each time, and nothing is sent twice.
import { expect, test } from 'vitest'
import { votesOf } from '#tests/support/contest.ts'
import { agreed, refundsOf, twoAdmins, workRefunds, wrongAmountGift } from '#tests/support/desk-payments.ts'
import { newPhone, order, setUpMoney, untilState } from '#tests/support/money.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney()
const both = await twoAdmins()
const tokenCalls = () => money.mpesa.requests('/oauth/v1/generate').length

test('a token that is refused on the way is one new token and one prompt', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  money.mpesa.setNext({ phone, outcome: 'token-revoked' })
  const before = tokenCalls()
  const id = await order(video, phone)
  await untilState(id, 'credited')
  expect(tokenCalls() - before).toBe(1)
  expect(money.promptsTo(phone).map(({ status }) => status)).toEqual([404, 200])
  expect(money.paymentsOf(phone)).toHaveLength(1)
})

test('twenty prompts at once with a token that has run out ask for one new token', async () => {
  const video = await money.video()
  await untilState(await order(video, newPhone()), 'credited')
  const before = tokenCalls()
  money.mpesa.revokeToken()
  const phones = Array.from({ length: 20 }, newPhone)
  const ids = await Promise.all(phones.map((phone) => order(video, phone)))
  for (const id of ids) await untilState(id, 'credited')
  expect(tokenCalls() - before).toBe(1)
  for (const phone of phones) expect(money.paymentsOf(phone)).toHaveLength(1)
  expect(await votesOf(video)).toBe(21)
})

test('a token that expires at M-Pesa before it does here is one new token and one prompt', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  money.mpesa.configure({ tokenSeconds: 300 })
  money.mpesa.revokeToken()
  await untilState(await order(video, newPhone()), 'credited')
  await money.mpesa.advance(301_000)
  await untilState(await order(video, phone), 'credited')
  expect(money.promptsTo(phone).map(({ status }) => status)).toEqual([401, 200])
  expect(money.paymentsOf(phone)).toHaveLength(1)
})

test('a refund whose token M-Pesa refuses, and the next one too: it goes back later, once', async () => {
  const { id, phone, receipt } = await wrongAmountGift(money)
  money.mpesa.revokeToken()
  money.mpesa.setNext({ api: 'reversal', outcome: 'token-revoked' })
  await agreed(both, id, { action: 'refund', method: 'reversal' })
  await until('both tokens are refused', async () =>
    (await refundsOf(receipt)).some((refund) => refund.result_code === '404.001.03'),
  )
  expect(await refundsOf(receipt)).toMatchObject([{ state: 'requested', problem: '' }])
  await money.passTime(31)
  await workRefunds()
  await untilState(id, 'refunded')
  expect(money.paymentsOf(phone)).toHaveLength(2)
})
