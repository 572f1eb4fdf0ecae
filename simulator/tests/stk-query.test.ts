import { afterEach, expect, test } from 'vitest'
import { type Merchant, openMerchant, phone } from './merchant.ts'

let merchant: Merchant
afterEach(() => merchant.close())

test('an open prompt is answered in each of the three ways, then with its result', async () => {
  merchant = await openMerchant({ settings: { autoAccept: false } })
  const { json } = await merchant.push()
  const ask = () => merchant.query(json.CheckoutRequestID)
  const processing = { status: 500, json: { errorCode: '500.001.1001' } }
  expect(await ask()).toMatchObject({
    ...processing,
    json: { errorMessage: 'The transaction is being processed' },
  })
  expect(await ask()).toMatchObject({ status: 200, json: { ResponseCode: '0', ResultCode: '4999' } })
  expect(await ask()).toMatchObject({ ...processing, json: { errorMessage: '' } })
  merchant.simulator.control.answer({ phone, answer: 'pin' })
  const final = await ask()
  expect(final).toMatchObject({
    status: 200,
    json: {
      ResponseCode: '0',
      MerchantRequestID: json.MerchantRequestID,
      CheckoutRequestID: json.CheckoutRequestID,
      ResultCode: '0',
    },
  })
  expect(JSON.stringify(final.json)).not.toContain('Receipt')
})

test('a failure is answered with its code as text', async () => {
  merchant = await openMerchant({ settings: { autoAccept: false } })
  const { json } = await merchant.push()
  merchant.simulator.control.answer({ phone, answer: 'cancel' })
  expect((await merchant.query(json.CheckoutRequestID)).json).toMatchObject({ ResultCode: '1032' })
})

test('asking too early is refused', async () => {
  merchant = await openMerchant({ settings: { tooEarlyMs: 3_000 } })
  const { json } = await merchant.push()
  expect(await merchant.query(json.CheckoutRequestID)).toMatchObject({
    status: 400,
    json: { errorCode: '400.002.02' },
  })
  await merchant.simulator.control.advance(3_000)
  expect((await merchant.query(json.CheckoutRequestID)).json).toMatchObject({ ResultCode: '0' })
})

test('the sixth query within a minute is refused with a spike arrest', async () => {
  merchant = await openMerchant({ settings: { queriesPerMinute: 5 } })
  const { json } = await merchant.push()
  for (let turn = 0; turn < 5; turn += 1)
    expect((await merchant.query(json.CheckoutRequestID)).status).not.toBe(429)
  const sixth = await merchant.query(json.CheckoutRequestID)
  expect(sixth).toMatchObject({
    status: 429,
    json: {
      fault: {
        faultstring: expect.stringMatching(/^Spike arrest violation/),
        detail: { errorcode: 'policies.ratelimit.SpikeArrestViolation' },
      },
    },
  })
  await merchant.simulator.control.advance(60_000)
  expect((await merchant.query(json.CheckoutRequestID)).status).toBe(200)
})

test('the query says failed for a payment whose callback then says paid', async () => {
  merchant = await openMerchant()
  const { json } = await merchant.push({ PhoneNumber: '254700000016' })
  await merchant.simulator.control.advance(1_000)
  expect(merchant.simulator.book.transactions()).toHaveLength(1)
  expect((await merchant.query(json.CheckoutRequestID)).json).toMatchObject({ ResultCode: '1032' })
  await merchant.simulator.control.advance(20_000)
  const [callback] = await merchant.waitFor('/m/')
  expect(callback?.body).toMatchObject({ Body: { stkCallback: { ResultCode: 0 } } })
})

test('a query can be made to answer wrongly, without a result, or with an error', async () => {
  merchant = await openMerchant()
  const { json } = await merchant.push({ PhoneNumber: '254700000001' })
  await merchant.waitFor('/m/')
  const { control } = merchant.simulator
  const ask = () => merchant.query(json.CheckoutRequestID)
  control.setNext({ api: 'query', outcome: { query: 'paid' } })
  expect((await ask()).json).toMatchObject({ ResultCode: '0' })
  control.setNext({ api: 'query', outcome: { query: 'empty' } })
  expect((await ask()).json).toMatchObject({ ResultCode: '' })
  control.setNext({ api: 'query', outcome: 'error' })
  expect((await ask()).status).toBe(500)
  expect((await ask()).json).toMatchObject({ ResultCode: '1032' })
})

test('an unknown CheckoutRequestID is refused', async () => {
  merchant = await openMerchant()
  expect(await merchant.query('ws_CO_1')).toMatchObject({ status: 500, json: { errorCode: '500.001.1001' } })
})
