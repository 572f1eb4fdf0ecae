// Tokens that end while prompts are being sent: one new token each time, and never a second prompt.
import { expect, test } from 'vitest'
import { votesOf } from '#tests/support/contest.ts'
import { newPhone, order, setUpMoney, untilState } from '#tests/support/money.ts'

const money = setUpMoney()
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
  await order(video, newPhone())
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
