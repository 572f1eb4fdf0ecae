import { afterEach, expect, test } from 'vitest'
import { type Merchant, openMerchant, phone, readText } from './merchant.ts'

let merchant: Merchant
const open = async (settings = {}) => {
  merchant = await openMerchant({ settings })
  return merchant
}
afterEach(() => merchant.close())

test('a prompt is paid automatically, its callback is as documented, and the book has the payment', async () => {
  const { push, waitFor, simulator } = await open()
  const ack = await push()
  expect(ack).toMatchObject({ status: 200, json: { ResponseCode: '0' } })
  const [callback] = await waitFor('/m/secret/stk/')
  const [line] = simulator.book.transactions()
  expect(line).toMatchObject({ kind: 'stk', phone, amountCents: 25_000n, account: 'V7K2M' })
  expect(line?.receipt).toMatch(/^[A-Z0-9]{10}$/)
  expect(callback?.text).toContain('{"Name":"Amount","Value":250.00}')
  expect(callback?.text).toContain('{"Name":"Balance"}')
  expect(callback?.body).toMatchObject({
    Body: {
      stkCallback: {
        MerchantRequestID: ack.json.MerchantRequestID,
        CheckoutRequestID: ack.json.CheckoutRequestID,
        ResultCode: 0,
        CallbackMetadata: {
          Item: [
            { Name: 'Amount', Value: 250 },
            { Name: 'MpesaReceiptNumber', Value: line?.receipt },
            { Name: 'Balance' },
            { Name: 'TransactionDate', Value: expect.any(Number) },
            { Name: 'PhoneNumber', Value: Number(phone) },
          ],
        },
      },
    },
  })
  expect(simulator.book.balanceOf(phone)).toBe(2_000_000n - 25_000n)
  expect(simulator.book.accounts()).toMatchObject({ workingCents: 25_000n })
})

test.each([
  ['254700000001', 1032],
  ['254700000002', 2001],
  ['254700000003', 1],
  ['254700000020', 1025],
  ['254700000025', 'SFC_IC0003'],
])('phone %s fails with %s and no metadata', async (failing, code) => {
  const { push, waitFor, simulator } = await open()
  await push({ PartyA: failing, PhoneNumber: failing })
  const [callback] = await waitFor('/m/secret/stk/')
  expect(callback?.body).toMatchObject({ Body: { stkCallback: { ResultCode: code } } })
  expect(callback?.text).not.toContain('CallbackMetadata')
  expect(simulator.book.transactions()).toHaveLength(0)
})

test('a prompt that nobody answers expires with 1037', async () => {
  const { push, waitFor, simulator, received } = await open()
  await push({ PartyA: '254700000004', PhoneNumber: '254700000004' })
  await simulator.control.advance(59_000)
  expect(received).toHaveLength(0)
  await simulator.control.advance(2_000)
  const [callback] = await waitFor('/m/')
  expect(callback?.body).toMatchObject({ Body: { stkCallback: { ResultCode: 1037 } } })
})

test('a second prompt to a phone with an open one is refused', async () => {
  const { push } = await open({ autoAccept: false })
  expect((await push()).status).toBe(200)
  const second = await push()
  expect(second).toMatchObject({ status: 500, json: { errorCode: '500.001.1001' } })
  expect(readText(second.json, 'errorMessage')).toMatch(/unable to lock subscriber/i)
})

test.each([
  ['Amount', 0],
  ['Amount', 250_001],
  ['Amount', 50.5],
  ['Amount', '12a'],
  ['PhoneNumber', '0712345678'],
  ['AccountReference', ''],
  ['TransactionDesc', ''],
  ['Timestamp', '20261315101500'],
  ['CallBackURL', 'https://ngoma.example/mpesa/callback'],
  ['CallBackURL', 'https://ngoma.example/a/query'],
  ['CallBackURL', 'not a url'],
  ['TransactionType', 'CustomerPayBill'],
])('%s %s is refused by name', async (field, value) => {
  const { push } = await open()
  const answer = await push({ [field]: value })
  expect(answer).toMatchObject({
    status: 400,
    json: {
      errorCode: '400.002.02',
      errorMessage: `Bad Request - Invalid ${field}`,
      requestId: expect.any(String),
    },
  })
})

test('a wrong password and an unknown merchant have different messages', async () => {
  const { push } = await open()
  const wrong = await push({ Password: Buffer.from('600999wrong20260115101500').toString('base64') })
  expect(wrong).toMatchObject({
    status: 500,
    json: { errorCode: '500.001.1001', errorMessage: 'Wrong credentials' },
  })
  const unknown = await push({ BusinessShortCode: '123456' })
  expect(unknown.json).toMatchObject({ errorCode: '500.001.1001', errorMessage: 'Merchant does not exist' })
})

test('the same amount within two minutes fails with 17 once the rule is on', async () => {
  const { push, waitFor, simulator } = await open({ rule17: true })
  await push()
  await waitFor('/m/', 1)
  await push()
  const [, second] = await waitFor('/m/', 2)
  expect(second?.body).toMatchObject({ Body: { stkCallback: { ResultCode: 17 } } })
  await simulator.control.advance(121_000)
  await push()
  const [, , third] = await waitFor('/m/', 3)
  expect(third?.body).toMatchObject({ Body: { stkCallback: { ResultCode: 0 } } })
})

test('callbacks come late, twice, ten times, before the acknowledgement, or never', async () => {
  const { push, waitFor, simulator, received } = await open()
  const pay = (suffix: string) =>
    push({ PhoneNumber: `25470000${suffix}`, CallBackURL: `${merchant.home}/${suffix}` })
  await pay('0006')
  expect(await waitFor('/0006', 2)).toHaveLength(2)
  await pay('0007')
  expect(await waitFor('/0007', 10)).toHaveLength(10)
  await pay('0009')
  expect(received.filter((one) => one.path === '/0009')).toHaveLength(1)
  await pay('0008')
  await pay('0005')
  await simulator.control.advance(19_000)
  expect(received.filter((one) => one.path === '/0005')).toHaveLength(0)
  await simulator.control.advance(2_000)
  expect(received.filter((one) => one.path === '/0005')).toHaveLength(1)
  expect(received.filter((one) => one.path === '/0008')).toHaveLength(0)
  expect(simulator.book.transactions()).toHaveLength(5)
})

test('a lost acknowledgement cuts the connection, and the payer pays all the same', async () => {
  const { push, waitFor } = await open()
  await expect(push({ PhoneNumber: '254700000011' })).rejects.toThrow()
  const [callback] = await waitFor('/m/')
  expect(callback?.body).toMatchObject({ Body: { stkCallback: { ResultCode: 0 } } })
})

test('a wrong amount is what the payer really paid', async () => {
  const { push, waitFor, simulator } = await open()
  await push({ PhoneNumber: '254700000010' })
  const [callback] = await waitFor('/m/')
  expect(callback?.text).toContain('{"Name":"Amount","Value":240.00}')
  expect(simulator.book.accounts().workingCents).toBe(24_000n)
})

test('a callback may have its amount as text, its items reordered, and no phone', async () => {
  const { push, waitFor } = await open()
  await push({ PhoneNumber: '254700000023' })
  const [callback] = await waitFor('/m/')
  const names = [...(callback?.text.matchAll(/"Name":"(\w+)"/g) ?? [])].map((match) => match[1])
  expect(names).toEqual(['TransactionDate', 'Balance', 'MpesaReceiptNumber', 'Amount'])
  expect(callback?.text).toContain('"Value":"250.00"')
})

test.each([
  ['254700000012', 500, '500.003.1001'],
  ['254700000038', 500, '500.003.02'],
  ['254700000013', 429, undefined],
])('phone %s is answered with HTTP %s and gets no prompt', async (refused, status, errorCode) => {
  const { push, simulator } = await open()
  const answer = await push({ PhoneNumber: refused })
  expect(answer.status).toBe(status)
  if (errorCode) expect(answer.json.errorCode).toBe(errorCode)
  else expect(JSON.stringify(answer.json)).toContain('policies.ratelimit.SpikeArrestViolation')
  await simulator.control.advance(120_000)
  expect(simulator.book.transactions()).toHaveLength(0)
})

test('a 500 may hide a prompt that was sent', async () => {
  const { push, waitFor } = await open()
  expect((await push({ PhoneNumber: '254700000017' })).status).toBe(500)
  expect(await waitFor('/m/')).toHaveLength(1)
})

test('the control API sets the next outcome, for one phone or for all, by name or by plan', async () => {
  const { push, waitFor, simulator } = await open()
  simulator.control.setNext({ phone, outcome: 'cancelled' })
  simulator.control.setNext({ outcome: { answer: 4, copies: 3 } })
  await push()
  await push({ PhoneNumber: '254711111111', CallBackURL: `${merchant.home}/all` })
  const [first] = await waitFor('/m/')
  expect(first?.body).toMatchObject({ Body: { stkCallback: { ResultCode: 1032 } } })
  const all = await waitFor('/all', 3)
  expect(all[2]?.body).toMatchObject({ Body: { stkCallback: { ResultCode: 4 } } })
  expect(() => simulator.control.setNext({ outcome: 'no such outcome' })).toThrow()
})

test('a callback that is refused is not sent again, unless retries are on', async () => {
  const { push, waitFor, simulator, received, answers } = await open()
  answers.set('/m/', { status: 500, json: {} })
  await push()
  await waitFor('/m/')
  await simulator.control.advance(60_000)
  expect(received).toHaveLength(1)
  simulator.control.configure({ callbackRetries: 2, callbackRetryMs: 1_000 })
  await push({ PhoneNumber: '254711111111' })
  await waitFor('/m/', 2)
  await simulator.control.advance(1_000)
  await simulator.control.advance(1_000)
  await simulator.control.advance(60_000)
  expect(received).toHaveLength(4)
})
