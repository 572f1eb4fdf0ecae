import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Merchant, openMerchant, phone, pushFields } from './merchant.ts'

let merchant: Merchant
const faults: unknown[] = []
beforeAll(async () => {
  merchant = await openMerchant({ onError: (error) => faults.push(error) })
  await merchant.token()
})
afterAll(() => merchant.close())

const apiPaths = [
  '/mpesa/stkpush/v1/processrequest',
  '/mpesa/stkpushquery/v1/query',
  '/mpesa/b2c/v1/paymentrequest',
  '/mpesa/b2c/v3/paymentrequest',
  '/mpesa/transactionstatus/v1/query',
  '/mpesa/accountbalance/v1/query',
  '/mpesa/reversal/v1/request',
  '/mpesa/c2b/v1/registerurl',
  '/mpesa/c2b/v1/simulate',
  '/mpesa/c2b/v2/registerurl',
  '/pulltransactions/v1/register',
  '/pulltransactions/v1/query',
]
const ownPaths = [
  '/control/settings',
  '/control/outcomes',
  '/control/phones',
  '/control/answer',
  '/control/paybill',
  '/control/callback',
  '/control/import',
  '/control/outage',
  '/control/away',
  `/phone/${phone}/pin`,
  `/phone/${phone}/paybill`,
  `/phone/${phone}/deposit`,
]

test('any body on any path of Daraja is refused with 400.002.02 and causes no fault of the simulator', async () => {
  const anything = fc.record({ path: fc.constantFrom(...apiPaths), body: fc.json() })
  await fc.assert(
    fc.asyncProperty(anything, async ({ path, body }) => {
      const answer = await merchant.call(path, body)
      expect(answer).toMatchObject({ status: 400, json: { errorCode: '400.002.02' } })
    }),
    { numRuns: 200 },
  )
  expect(faults).toEqual([])
})

test('a push with one field replaced by anything is accepted or refused, and causes no fault', async () => {
  const fields = Object.keys(pushFields(''))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...fields), fc.jsonValue(), async (field, value) => {
      const { status, json } = await merchant.push({ [field]: value })
      expect([200, 400, 500]).toContain(status)
      if (status === 500) expect(json.errorCode).toBe('500.001.1001')
    }),
    { numRuns: 200 },
  )
  expect(faults).toEqual([])
})

test('any body on the control API and the handset is answered with 400', async () => {
  const anything = fc.record({ path: fc.constantFrom(...ownPaths), body: fc.json() })
  await fc.assert(
    fc.asyncProperty(anything, async ({ path, body }) => {
      const response = await fetch(merchant.api + path, { method: 'POST', body })
      // An empty object is valid.
      expect(response.status === 400 || (path === '/control/settings' && body === '{}')).toBe(true)
    }),
    { numRuns: 200 },
  )
  expect(faults).toEqual([])
})

test.each(['//', '/phone/%', '/phone/%/events', '/pages/..%2fmain.ts', '/phone/abc/events'])(
  'the path %s opens no file and no stream',
  async (path) => {
    const response = await fetch(`${merchant.api}${path}`)
    await response.body?.cancel()
    expect([200, 404]).toContain(response.status)
    expect(response.headers.get('content-type')).not.toContain('event-stream')
    expect(faults).toEqual([])
  },
)
