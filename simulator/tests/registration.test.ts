import { afterEach, expect, test } from 'vitest'
import { type Merchant, openMerchant, phone } from './merchant.ts'

let merchant: Merchant
afterEach(() => merchant.close())

const registerUrls = (path: string, ShortCode = '600999') =>
  merchant.call('/mpesa/c2b/v2/registerurl', {
    ShortCode,
    ResponseType: 'Completed',
    ConfirmationURL: `${merchant.home}/${path}/confirmation/`,
    ValidationURL: `${merchant.home}/${path}/validation/`,
  })
const registerStatement = (fields: Record<string, unknown> = {}) =>
  merchant.call('/pulltransactions/v1/register', {
    ShortCode: '600999',
    RequestType: 'Pull',
    NominatedNumber: '254722000000',
    CallBackURL: `${merchant.home}/statement/`,
    ...fields,
  })
const pull = async () => {
  const period = { StartDate: '2020-01-01 00:00:00', EndDate: '2099-01-01 00:00:00', OffSetValue: '0' }
  return (await merchant.call('/pulltransactions/v1/query', { ShortCode: '600999', ...period })).json
}
const pay = () => merchant.simulator.control.payPaybill({ phone, amountCents: 5_000n, account: 'V7K2M' })

test('addresses are replaced as in the sandbox', async () => {
  merchant = await openMerchant()
  await registerUrls('old')
  expect((await registerUrls('new')).status).toBe(200)
  await pay()
  await merchant.waitFor('/new/confirmation/')
  expect(merchant.received.some(({ path }) => path.startsWith('/old/'))).toBe(false)
})

test('or taken once for a shortcode as in production, until they are deleted in the portal', async () => {
  const also = { alsoShortcodes: ['600998'] }
  merchant = await openMerchant({ merchant: also, settings: { registersOnce: true } })
  expect((await registerUrls('old')).status).toBe(200)
  expect(await registerUrls('new')).toMatchObject({
    status: 500,
    json: { errorCode: '500.003.1001', errorMessage: 'Urls are already registered.' },
  })
  await pay()
  await merchant.waitFor('/old/confirmation/')
  await fetch(`${merchant.api}/control/delete-urls`, { method: 'POST', body: '{}' })
  expect((await registerUrls('new')).status).toBe(200)
  await pay()
  await merchant.waitFor('/new/confirmation/')
  expect((await registerUrls('of-another', '600998')).status).toBe(200)
})

test('a statement is registered once, and in production is empty before', async () => {
  merchant = await openMerchant({ settings: { statementNeedsRegistration: true } })
  await pay()
  expect(await pull()).toMatchObject({
    ResponseCode: '1001',
    ResponseMessage: 'No records found or Organization Name not available',
  })
  expect(await registerStatement()).toMatchObject({
    status: 200,
    json: { ResponseRefID: expect.any(String), ResponseStatus: '1000', ShortCode: '600999' },
  })
  expect((await registerStatement()).json).toMatchObject({ ResponseStatus: '1001' })
  expect(await pull()).toMatchObject({ ResponseCode: '1000', Response: [[{ billreference: 'V7K2M' }]] })
})

test.each([{ RequestType: 'Push' }, { NominatedNumber: '0722000000' }, { ShortCode: '123456' }])(
  'a registration with %o is refused',
  async (wrong) => {
    merchant = await openMerchant()
    expect(await registerStatement(wrong)).toMatchObject({
      status: 400,
      json: { errorMessage: `Bad Request - Invalid ${Object.keys(wrong)[0]}` },
    })
  },
)
