// Requests as sent by the npm packages mpesa-api 3.0.2, mpesa-node 0.1.3 and daraja.js 1.0.2.
import { constants, generateKeyPairSync, publicEncrypt } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import type { Merchant as MerchantOptions } from '../settings.ts'
import { type Merchant, openMerchant } from './merchant.ts'

let merchant: Merchant
afterEach(() => merchant.close())

/** As in the sandbox: another shortcode for prompts, its own initiator. */
const shop: Partial<MerchantOptions> = {
  shortcode: '600998',
  alsoShortcodes: ['174379'],
  passkey: 'sandbox-passkey',
  initiatorName: 'testapi',
  initiatorPassword: 'Safaricom999!*!',
}
const open = async (of: Partial<MerchantOptions> = shop, settings = {}) => {
  merchant = await openMerchant({ merchant: of, settings })
}

// Encrypted for the sandbox's certificate, whose key the simulator lacks.
const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const SecurityCredential = publicEncrypt(
  { key: publicKey, padding: constants.RSA_PKCS1_PADDING },
  Buffer.from('Safaricom999!*!'),
).toString('base64')

const Timestamp = '20260115071500'
const Password = Buffer.from(`174379sandbox-passkey${Timestamp}`).toString('base64')
const payer = '254708374149'
const addresses = () => ({
  QueueTimeOutURL: `${merchant.home}/timeout`,
  ResultURL: `${merchant.home}/result`,
})

type Shape = [client: string, fields: () => Record<string, unknown>]

const prompts: Shape[] = [
  [
    'mpesa-api',
    () => ({
      BusinessShortCode: 174379,
      TransactionType: 'CustomerPayBillOnline ',
      PartyA: payer,
      PartyB: '174379',
      PhoneNumber: payer,
      AccountReference: 'Invoice of 15 January',
      TransactionDesc: 'Lipa Na Mpesa Online',
    }),
  ],
  [
    'mpesa-node',
    () => ({
      BusinessShortCode: 174379,
      TransactionType: 'CustomerPayBillOnline',
      PartyA: Number(payer),
      PartyB: 174379,
      PhoneNumber: Number(payer),
      AccountReference: 'REF',
      TransactionDesc: 'Lipa na mpesa online',
    }),
  ],
  [
    'daraja.js',
    () => ({
      BusinessShortCode: 174379,
      TransactionType: 'CustomerPayBillOnline',
      PartyA: payer,
      PartyB: '174379',
      PhoneNumber: payer,
      AccountReference: 'CompanyXLTD',
      TransactionDesc: 'Lipa na Mpesa Online',
    }),
  ],
]

test.each(prompts)('%s: a prompt is paid, told and found by its query', async (_client, fields) => {
  await open()
  const given = fields()
  const ack = await merchant.call('/mpesa/stkpush/v1/processrequest', {
    ...{ Password, Timestamp, Amount: 10, CallBackURL: `${merchant.home}/prompt` },
    ...given,
  })
  expect(ack).toMatchObject({ status: 200, json: { ResponseCode: '0' } })
  const [callback] = await merchant.waitFor('/prompt')
  expect(callback?.body).toMatchObject({ Body: { stkCallback: { ResultCode: 0 } } })
  expect(merchant.simulator.book.transactions()).toMatchObject([{ account: given.AccountReference }])
  const { CheckoutRequestID } = ack.json
  const query = { BusinessShortCode: 174379, Password, Timestamp, CheckoutRequestID }
  const told = await merchant.call('/mpesa/stkpushquery/v1/query', query)
  expect(told.json).toMatchObject({ ResponseCode: '0', ResultCode: '0' })
})

test.each([
  ['mpesa-api', { ShortCode: 600998, Msisdn: Number(payer), BillRefNumber: 'account' }, 'Completed'],
  ['mpesa-node', { ShortCode: '600998', Msisdn: Number(payer), BillRefNumber: 'h6dk0Ue2' }, 'Completed'],
  ['daraja.js', { ShortCode: '600998', Msisdn: Number(payer), BillRefNumber: Number(payer) }, 'Cancelled'],
])('%s: C2B v1 is registered and simulated', async (_client, payment, ResponseType) => {
  await open()
  const { home } = merchant
  const registered = await merchant.call('/mpesa/c2b/v1/registerurl', {
    ...{ ShortCode: 600998, ResponseType },
    ...{ ConfirmationURL: `${home}/confirmation`, ValidationURL: `${home}/validation` },
  })
  expect(registered).toMatchObject({
    status: 200,
    json: { OriginatorCoversationID: expect.any(String), ResponseCode: '0' },
  })
  const paid = await merchant.call('/mpesa/c2b/v1/simulate', {
    ...{ CommandID: 'CustomerPayBillOnline', Amount: 100 },
    ...payment,
  })
  expect(paid.json).toMatchObject({
    ConversationID: expect.stringMatching(/^AG_/),
    OriginatorCoversationID: expect.any(String),
    ResponseCode: '0',
    ResponseDescription: 'Accept the service request successfully.',
  })
  const [confirmation] = await merchant.waitFor('/confirmation')
  const account = String(payment.BillRefNumber)
  expect(confirmation?.body).toMatchObject({ BusinessShortCode: '600998', BillRefNumber: account })
  expect(merchant.received.map(({ path }) => path)).toEqual(['/validation', '/confirmation'])
  expect(merchant.simulator.book.balanceOf(payer)).toBe(2_000_000n - 10_000n)
})

test.each([
  ['mpesa-api', { CommandID: 'BusinessPayment', Remarks: 'account', Occasion: 'account' }],
  ['mpesa-node', { CommandID: 'BusinessPayment', Remarks: 'B2C Payment' }],
  ['daraja.js', { CommandID: 'SalaryPayment', Remarks: 'payment', Occasion: 'payment' }],
])('%s: B2C v1 pays, and the same order twice is two payouts', async (_client, words) => {
  await open()
  const order = () =>
    merchant.call('/mpesa/b2c/v1/paymentrequest', {
      ...{ InitiatorName: 'testapi', SecurityCredential, Amount: 100, PartyA: 600998, PartyB: Number(payer) },
      ...{ ...words, ...addresses() },
    })
  const [first, second] = [await order(), await order()]
  expect(first).toMatchObject({ status: 200, json: { ResponseCode: '0' } })
  expect(second.json.OriginatorConversationID).not.toBe(first.json.OriginatorConversationID)
  const results = await merchant.waitFor('/result', 2)
  for (const { body } of results) expect(body).toMatchObject({ Result: { ResultCode: 0 } })
  expect(merchant.simulator.book.balanceOf(payer)).toBe(2_020_000n)
})

const asked = (fields: Record<string, unknown>) => ({
  ...{ Initiator: 'testapi', SecurityCredential, ...addresses() },
  ...fields,
})

test.each([
  ['mpesa-api', '4', '4', 'TransactionReversal'],
  ['mpesa-node', 4, '11', 'Reversal'],
  ['daraja.js', '1', '4', 'Reversal'],
])(
  '%s: status, balance and reversal are answered in full',
  async (_client, IdentifierType, receiver, Occasion) => {
    await open()
    const payment = { phone: payer, amountCents: 15_000n, account: 'V7K2M', business: '174379' }
    const { receipt } = await merchant.simulator.control.payPaybill(payment)
    const status = asked({ CommandID: 'TransactionStatusQuery', TransactionID: receipt, PartyA: 600998 })
    await merchant.call('/mpesa/transactionstatus/v1/query', {
      ...{ ...status, IdentifierType },
      ...{ Remarks: 'Transaction Status', Occasion: 'Transaction Status' },
    })
    const [found] = await merchant.waitFor('/result', 1)
    expect(found?.text).toContain('{"Key":"TransactionStatus","Value":"Completed"}')
    const balance = asked({ CommandID: 'AccountBalance', PartyA: '600998', IdentifierType: '4' })
    await merchant.call('/mpesa/accountbalance/v1/query', { ...balance, Remarks: 'Checking account balance' })
    const [, held] = await merchant.waitFor('/result', 2)
    expect(parametersOf(held?.text)).toEqual({
      AccountBalance: [
        'Working Account|KES|150.00|150.00|0.00|0.00',
        'Float Account|KES|0.00|0.00|0.00|0.00',
        'Utility Account|KES|1000000.00|1000000.00|0.00|0.00',
        'Charges Paid Account|KES|0.00|0.00|0.00|0.00',
        'Organization Settlement Account|KES|0.00|0.00|0.00|0.00',
      ].join('&'),
      BOCompletedTime: expect.any(Number),
    })
    const reversal = asked({ CommandID: 'TransactionReversal', TransactionID: receipt, Amount: 150 })
    await merchant.call('/mpesa/reversal/v1/request', {
      ...{ ...reversal, ReceiverParty: '600998', RecieverIdentifierType: receiver },
      ...{ Remarks: 'Reversal ', Occasion },
    })
    const [, , reversed] = await merchant.waitFor('/result', 3)
    expect(parametersOf(reversed?.text)).toEqual({
      DebitAccountBalance: 'Working Account|KES|0.00|0.00|0.00|0.00',
      Amount: 150,
      TransCompletedTime: expect.any(Number),
      OriginalTransactionID: receipt,
      Charge: 0,
      CreditPartyPublicName: expect.stringContaining(`${payer} - `),
      DebitPartyPublicName: '600998 - NGOMA',
    })
  },
)

function parametersOf(text = ''): Record<string, unknown> {
  const { ResultParameter } = JSON.parse(text).Result.ResultParameters
  return Object.fromEntries(
    ResultParameter.map((one: { Key: string; Value: unknown }) => [one.Key, one.Value]),
  )
}

test('a credential for another certificate passes only where the setting says so; a wrong name never does', async () => {
  await open(shop, { foreignCredentials: false })
  const ask = (Initiator: string) =>
    merchant.call('/mpesa/accountbalance/v1/query', {
      ...asked({ CommandID: 'AccountBalance', PartyA: '600998', IdentifierType: '4', Remarks: 'x' }),
      Initiator,
    })
  await ask('testapi')
  merchant.simulator.control.configure({ foreignCredentials: true })
  await ask('somebody')
  await ask('testapi')
  const codes = (await merchant.waitFor('/result', 3)).map(({ text }) => JSON.parse(text).Result.ResultCode)
  expect(codes).toEqual([2001, 2001, 0])
})
