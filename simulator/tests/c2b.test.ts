import { createHash } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { type Merchant, openMerchant, phone } from './merchant.ts'

let merchant: Merchant
afterEach(() => merchant.close())

async function register(responseType: 'Completed' | 'Cancelled' = 'Completed') {
  const { home } = merchant
  return merchant.call('/mpesa/c2b/v2/registerurl', {
    ShortCode: '600999',
    ResponseType: responseType,
    ConfirmationURL: `${home}/c2b/confirmation/`,
    ValidationURL: `${home}/c2b/validation/`,
  })
}

const pay = () => merchant.simulator.control.payPaybill({ phone, amountCents: 15_000n, account: 'V7K2M' })

test('a Paybill payment is validated, booked and confirmed with the documented body', async () => {
  merchant = await openMerchant()
  expect(await register()).toMatchObject({
    status: 200,
    json: { OriginatorCoversationID: expect.any(String), ResponseCode: '0', ResponseDescription: 'Success' },
  })
  const paid = await pay()
  const [confirmation] = await merchant.waitFor('/c2b/confirmation/')
  const [validation] = await merchant.waitFor('/c2b/validation/')
  expect(paid).toMatchObject({ accepted: true, resultCode: '0' })
  expect(confirmation?.body).toEqual({
    TransactionType: 'Pay Bill',
    TransID: paid.receipt,
    TransTime: expect.stringMatching(/^\d{14}$/),
    TransAmount: '150.00',
    BusinessShortCode: '600999',
    BillRefNumber: 'V7K2M',
    InvoiceNumber: '',
    OrgAccountBalance: '150.00',
    ThirdPartyTransID: '',
    MSISDN: '2547*****678',
    FirstName: expect.any(String),
    MiddleName: '',
    LastName: '',
  })
  expect(validation?.body).toMatchObject({ TransID: paid.receipt, OrgAccountBalance: '' })
  expect(merchant.simulator.book.find(paid.receipt ?? '')).toMatchObject({
    kind: 'paybill',
    amountCents: 15_000n,
  })
})

test('a merchant that refuses gets no money', async () => {
  merchant = await openMerchant()
  await register()
  merchant.answers.set('/c2b/validation/', {
    status: 200,
    json: { ResultCode: 'C2B00012', ResultDesc: 'Rejected' },
  })
  expect(await pay()).toMatchObject({ accepted: false, receipt: null, resultCode: 'C2B00012' })
  expect(merchant.simulator.book.transactions()).toHaveLength(0)
  expect(merchant.simulator.book.balanceOf(phone)).toBe(2_000_000n)
})

test.each([
  ['Completed', true],
  ['Cancelled', false],
] as const)('without an answer in time ResponseType %s decides', async (responseType, accepted) => {
  merchant = await openMerchant({ settings: { validationMs: 30 } })
  await register(responseType)
  merchant.answers.set('/c2b/validation/', { status: 200, json: { ResultCode: '0' }, delayMs: 300 })
  expect(await pay()).toMatchObject({ accepted })
})

test('the payer’s number comes hashed or plain where the setting says so', async () => {
  merchant = await openMerchant({ settings: { msisdn: 'hashed' } })
  await register()
  await pay()
  await merchant.waitFor('/c2b/confirmation/')
  merchant.simulator.control.configure({ msisdn: 'plain' })
  await pay()
  const [hashed, plain] = await merchant.waitFor('/c2b/confirmation/', 2)
  expect(hashed?.body).toMatchObject({ MSISDN: createHash('sha256').update(phone).digest('hex') })
  expect(plain?.body).toMatchObject({ MSISDN: phone })
})

test('a payment that the phone can’t afford, or to another business, fails on the handset', async () => {
  merchant = await openMerchant()
  merchant.simulator.control.setBalance(phone, 14_999n)
  expect(await pay()).toMatchObject({ accepted: false, resultCode: '1' })
  const elsewhere = { phone, amountCents: 100n, account: 'A', business: '123456' }
  expect(await merchant.simulator.control.payPaybill(elsewhere)).toMatchObject({ accepted: false })
})

test('a paid prompt may also arrive as a confirmation with the same receipt', async () => {
  merchant = await openMerchant()
  await register()
  await merchant.push({ PhoneNumber: '254700000018' })
  const [callback] = await merchant.waitFor('/m/')
  const [confirmation] = await merchant.waitFor('/c2b/confirmation/')
  const [line] = merchant.simulator.book.transactions()
  expect(callback?.text).toContain(line?.receipt)
  expect(confirmation?.body).toMatchObject({ TransID: line?.receipt, BillRefNumber: 'V7K2M' })
  expect(merchant.simulator.book.accounts().workingCents).toBe(25_000n)
})

test('the statement has what was paid, in pages, and nothing older than 48 hours', async () => {
  merchant = await openMerchant({ settings: { statementPageSize: 2 } })
  const receipts: string[] = []
  for (let turn = 0; turn < 3; turn += 1) receipts.push((await pay()).receipt ?? '')
  const pull = (offset: number | string, start = '2020-01-01 00:00:00', end = '2099-01-01 0:00:00') =>
    merchant.call('/pulltransactions/v1/query', {
      ShortCode: '600999',
      StartDate: start,
      EndDate: end,
      OffSetValue: offset,
    })
  const first = await pull('0')
  expect(first.json).toMatchObject({
    ResponseCode: '1000',
    Response: [
      [
        {
          transactionId: receipts[0],
          trxDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
          msisdn: phone,
          sender: expect.any(String),
          transactiontype: 'c2b-pay-bill-debit',
          billreference: 'V7K2M',
          amount: '150.00',
          organizationname: 'NGOMA',
        },
        { transactionId: receipts[1] },
      ],
    ],
  })
  expect((await pull(2)).json).toMatchObject({
    ResponseCode: '1000',
    Response: [[{ transactionId: receipts[2] }]],
  })
  expect((await pull(3)).json).toMatchObject({ ResponseCode: '1001' })
  expect(await pull(0, 'yesterday')).toMatchObject({ status: 400, json: { errorCode: '400.002.02' } })
  await merchant.simulator.control.advance(48 * 3_600_000 + 1_000)
  await merchant.token()
  expect((await pull(0)).json).toMatchObject({ ResponseCode: '1001' })
})

test.each([
  ['named', { transactiontype: 'pay-bill-reversal', amount: '-150.00' }],
  ['account', { transactiontype: 'c2b-pay-bill-debit', billreference: 'V7K2M', amount: '-150.00' }],
  ['same', { billreference: 'V7K2M', amount: '-150.00' }],
  ['positive', { transactiontype: 'pay-bill-reversal', amount: '150.00' }],
] as const)(
  'M-Pesa gives a payment back by itself, once, and the statement lists it as %s',
  async (how, line) => {
    merchant = await openMerchant({ settings: { reversalLine: how } })
    const receipt = (await pay()).receipt ?? ''
    const { control, book } = merchant.simulator
    const reversal = control.reverse({ receipt })
    expect(() => control.reverse({ receipt })).toThrow('was reversed before')
    expect(() => control.reverse({ receipt: reversal })).toThrow('is no payment')
    expect(book.accounts().workingCents).toBe(0n)
    const { json } = await merchant.call('/pulltransactions/v1/query', {
      ShortCode: '600999',
      StartDate: '2020-01-01 00:00:00',
      EndDate: '2099-01-01 0:00:00',
      OffSetValue: 0,
    })
    const names = how === 'named' || how === 'positive'
    expect(json).toMatchObject({
      Response: [
        [
          { transactionId: receipt, amount: '150.00' },
          {
            transactionId: how === 'same' ? receipt : reversal,
            ...(names ? { billreference: receipt } : {}),
            ...line,
          },
        ],
      ],
    })
  },
)
