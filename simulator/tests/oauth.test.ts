import { afterEach, expect, test } from 'vitest'
import { type Merchant, openMerchant, pushFields } from './merchant.ts'

let merchant: Merchant
afterEach(() => merchant.close())

const generate = (api: string, key: string, grant = 'client_credentials') =>
  fetch(`${api}/oauth/v1/generate?grant_type=${grant}`, {
    headers: { authorization: `Basic ${Buffer.from(key).toString('base64')}` },
  })

test('a token is given for the right key alone', async () => {
  merchant = await openMerchant()
  const good = await generate(merchant.api, 'simulator-key:simulator-secret')
  expect(good.status).toBe(200)
  expect(await good.json()).toEqual({ access_token: expect.stringMatching(/^[\w-]{28}$/), expires_in: 3_599 })
  const wrong = await generate(merchant.api, 'simulator-key:other')
  expect(wrong.status).toBe(400)
  expect(await wrong.json()).toMatchObject({ errorCode: '400.008.01' })
  const grant = await generate(merchant.api, 'simulator-key:simulator-secret', 'password')
  expect(await grant.json()).toMatchObject({ errorCode: '400.008.02' })
})

test('expires_in comes as text where the setting says so', async () => {
  merchant = await openMerchant({ settings: { expiresInAsText: true } })
  const answer = await generate(merchant.api, 'simulator-key:simulator-secret')
  expect(await answer.json()).toMatchObject({ expires_in: '3599' })
})

test('a new token ends the one before', async () => {
  merchant = await openMerchant()
  const first = await merchant.token()
  const second = await merchant.token()
  const push = (token: string) =>
    merchant.call('/mpesa/stkpush/v1/processrequest', pushFields(merchant.home), token)
  expect(await push(first)).toMatchObject({ status: 404, json: { errorCode: '404.001.03' } })
  expect((await push(second)).status).toBe(200)
})

test('a token expires, and an unknown one has another code', async () => {
  merchant = await openMerchant()
  const token = await merchant.token()
  await merchant.simulator.control.advance(3_600_000)
  const push = (given: string) =>
    merchant.call('/mpesa/stkpush/v1/processrequest', pushFields(merchant.home), given)
  expect(await push(token)).toMatchObject({ status: 401, json: { errorCode: '401.002.01' } })
  expect(await push('invented')).toMatchObject({ status: 400, json: { errorCode: '400.003.01' } })
})

test('a token that is revoked during a request is refused once, and the retry passes', async () => {
  merchant = await openMerchant()
  const fields = { PhoneNumber: '254700000015', PartyA: '254700000015' }
  expect(await merchant.push(fields)).toMatchObject({ status: 404, json: { errorCode: '404.001.03' } })
  await merchant.token()
  expect((await merchant.push(fields)).status).toBe(200)
  expect(merchant.simulator.control.requests('/mpesa/stkpush/v1/processrequest')).toHaveLength(2)
})

test('unknown paths, wrong methods and broken bodies have the documented errors', async () => {
  merchant = await openMerchant()
  expect(await merchant.call('/mpesa/unknown', {})).toMatchObject({
    status: 404,
    json: { errorCode: '404.001.01' },
  })
  const get = await fetch(`${merchant.api}/mpesa/stkpush/v1/processrequest`)
  expect(get.status).toBe(405)
  expect(await get.json()).toMatchObject({ errorCode: '405.001' })
  const broken = await merchant.call('/mpesa/stkpush/v1/processrequest', '{"Amount":')
  expect(broken).toMatchObject({ status: 400, json: { errorCode: '400.002.02' } })
})

test('an outage refuses every call until it is over, and the control API goes on', async () => {
  merchant = await openMerchant()
  await merchant.token()
  merchant.simulator.control.configure({ outage: 'unavailable' })
  expect((await merchant.push()).status).toBe(503)
  merchant.simulator.control.configure({ outage: 'refuse' })
  await expect(merchant.push()).rejects.toThrow()
  await expect(merchant.token()).rejects.toThrow()
  const off = await fetch(`${merchant.api}/control/outage`, { method: 'POST', body: '{"outage":"off"}' })
  expect(off.status).toBe(200)
  expect((await merchant.push()).status).toBe(200)
})

test('while it is away connections are refused, and it comes back on the same port', async () => {
  merchant = await openMerchant()
  await merchant.token()
  await merchant.simulator.control.goAway()
  await expect(merchant.push()).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
  await merchant.simulator.control.comeBack()
  expect((await merchant.push()).status).toBe(200)
})
