import { constants, createPublicKey, publicEncrypt, X509Certificate } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { type Merchant, openMerchant, phone, readText } from './merchant.ts'

let merchant: Merchant
let credential: string
afterEach(() => merchant.close())

async function open(settings = {}) {
  merchant = await openMerchant({ settings })
  credential = encrypt(await fetchText('/certificate'), 'simulator-initiator')
}

const fetchText = async (path: string) => (await fetch(merchant.api + path)).text()

function encrypt(certificate: string, password: string): string {
  const key = { key: createPublicKey(certificate), padding: constants.RSA_PKCS1_PADDING }
  return publicEncrypt(key, Buffer.from(password)).toString('base64')
}

const pay = (fields: Record<string, unknown> = {}) =>
  merchant.call('/mpesa/b2c/v3/paymentrequest', {
    OriginatorConversationID: 'ngoma-1',
    InitiatorName: 'ngoma-api',
    SecurityCredential: credential,
    CommandID: 'BusinessPayment',
    Amount: 1_500,
    PartyA: '600999',
    PartyB: phone,
    Remarks: 'Withdrawal',
    QueueTimeOutURL: `${merchant.home}/p1/timeout/`,
    ResultURL: `${merchant.home}/p1/result/`,
    Occassion: '',
    ...fields,
  })

const ask = (path: string, fields: Record<string, unknown>) =>
  merchant.call(path, {
    Initiator: 'ngoma-api',
    SecurityCredential: credential,
    PartyA: '600999',
    IdentifierType: '4',
    Remarks: 'ok',
    QueueTimeOutURL: `${merchant.home}/asked/timeout/`,
    ResultURL: `${merchant.home}/asked/result/`,
    ...fields,
  })

const askStatus = (fields: Record<string, unknown>) =>
  ask('/mpesa/transactionstatus/v1/query', { CommandID: 'TransactionStatusQuery', ...fields })

test('a payout leaves Utility and reaches the phone, and its Result is as documented', async () => {
  await open()
  const ack = await pay()
  expect(ack).toMatchObject({
    status: 200,
    json: {
      ConversationID: expect.stringMatching(/^AG_\d{8}_/),
      OriginatorConversationID: 'ngoma-1',
      ResponseCode: '0',
    },
  })
  const [result] = await merchant.waitFor('/p1/result/')
  const [line] = merchant.simulator.book.transactions()
  const value = (Key: string) => ({ Key, Value: expect.anything() })
  expect(result?.body).toMatchObject({
    Result: {
      ResultType: 0,
      ResultCode: 0,
      OriginatorConversationID: 'ngoma-1',
      ConversationID: ack.json.ConversationID,
      TransactionID: line?.receipt,
      ResultParameters: {
        ResultParameter: [
          { Key: 'TransactionAmount', Value: 1_500 },
          { Key: 'TransactionReceipt', Value: line?.receipt },
          value('ReceiverPartyPublicName'),
          {
            Key: 'TransactionCompletedDateTime',
            Value: expect.stringMatching(/^\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d$/),
          },
          { Key: 'B2CUtilityAccountAvailableFunds', Value: 998_500 },
          value('B2CWorkingAccountAvailableFunds'),
          { Key: 'B2CRecipientIsRegisteredCustomer', Value: 'Y' },
          value('B2CChargesPaidAccountAvailableFunds'),
        ],
      },
      ReferenceData: { ReferenceItem: { Key: 'QueueTimeoutURL', Value: `${merchant.home}/p1/timeout/` } },
    },
  })
  expect(merchant.simulator.book.accounts().utilityCents).toBe(100_000_000n - 150_000n)
  expect(merchant.simulator.book.balanceOf(phone)).toBe(2_150_000n)
})

test('the certificate is valid and holds the key of /certificate/public-key', async () => {
  await open()
  const certificate = new X509Certificate(await fetchText('/certificate'))
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(certificate.publicKey.export({ type: 'spki', format: 'pem' })).toBe(
    await fetchText('/certificate/public-key'),
  )
  expect(credential).toHaveLength(344)
})

test('a wrong initiator is 2001 in the Result; what can’t be a credential is refused at once', async () => {
  await open()
  await pay({ SecurityCredential: encrypt(await fetchText('/certificate'), 'wrong') })
  const [result] = await merchant.waitFor('/p1/result/')
  expect(result?.body).toMatchObject({ Result: { ResultCode: 2001 } })
  expect(result?.text).not.toContain('ResultParameters')
  const refused = await pay({ OriginatorConversationID: 'ngoma-2', SecurityCredential: 'plain' })
  expect(refused.json).toMatchObject({ errorMessage: 'Bad Request - Invalid SecurityCredential' })
  expect(merchant.simulator.book.transactions()).toHaveLength(0)
})

test.each([
  ['Amount', 9],
  ['Amount', 250_001],
  ['Remarks', 'x'],
  ['CommandID', 'Gift'],
  ['PartyB', '0712345678'],
])('%s %s is refused by name', async (field, value) => {
  await open()
  expect((await pay({ [field]: value })).json).toMatchObject({
    errorMessage: `Bad Request - Invalid ${field}`,
  })
})

test('the same originator id twice is a duplicate, even when the first acknowledgement was lost', async () => {
  await open()
  await expect(pay({ PartyB: '254700000011' })).rejects.toThrow()
  expect(await pay({ PartyB: '254700000011' })).toMatchObject({
    status: 500,
    json: { errorCode: '500.002.1001' },
  })
  await merchant.waitFor('/p1/result/')
  expect(merchant.simulator.book.transactions()).toHaveLength(1)
})

test('an id whose request was refused before any work may be used again', async () => {
  await open()
  merchant.simulator.control.setNext({ api: 'b2c', outcome: 'error' })
  expect((await pay()).status).toBe(500)
  expect((await pay()).status).toBe(200)
})

test('without float a payout fails with 1, and a full phone refuses with 8', async () => {
  await open()
  merchant.simulator.control.setAccounts({ utilityCents: 100_000n })
  await pay()
  merchant.simulator.control.setBalance('254711111111', 49_999_999n)
  await pay({ OriginatorConversationID: 'ngoma-2', PartyB: '254711111111', Amount: 10 })
  const results = await merchant.waitFor('/p1/result/', 2)
  expect(results.map((one) => JSON.parse(one.text).Result.ResultCode)).toEqual([1, 8])
})

test('a Result comes twice, late, with another originator id, or with one parameter', async () => {
  await open()
  const payTo = (suffix: string) => pay({ OriginatorConversationID: suffix, PartyB: `25470000${suffix}` })
  await payTo('0006')
  expect(await merchant.waitFor('/p1/result/', 2)).toHaveLength(2)
  await payTo('0109')
  const [, , other] = await merchant.waitFor('/p1/result/', 3)
  expect(readText(other?.body, 'Result', 'OriginatorConversationID')).not.toBe('0109')
  await payTo('0110')
  const [, , , single] = await merchant.waitFor('/p1/result/', 4)
  expect(single?.body).toMatchObject({
    Result: { ResultParameters: { ResultParameter: { Key: 'TransactionAmount' } } },
  })
  await payTo('0005')
  // Only the Result is late.
  await merchant.simulator.control.advance(0)
  await merchant.simulator.control.advance(19_000)
  expect(merchant.received).toHaveLength(4)
  await merchant.simulator.control.advance(1_000)
  expect(merchant.received).toHaveLength(5)
})

test('a QueueTimeOut comes for a payout that was made, for one that was not, and before a late Result', async () => {
  await open()
  const payTo = (suffix: string) => pay({ OriginatorConversationID: suffix, PartyB: `25470000${suffix}` })
  for (const suffix of ['0101', '0102', '0103']) await payTo(suffix)
  await merchant.simulator.control.advance(5_000)
  expect(merchant.received.map((one) => one.path)).toEqual(['/p1/timeout/', '/p1/timeout/', '/p1/timeout/'])
  await merchant.simulator.control.advance(60_000)
  expect(merchant.received.filter((one) => one.path === '/p1/result/')).toHaveLength(1)
  expect(merchant.simulator.book.transactions().map((line) => line.account)).toEqual(['0102', '0103'])
})

test('the status query finds a payout by its own id, its conversation or its receipt', async () => {
  await open()
  await expect(pay({ PartyB: '254700000034' })).rejects.toThrow()
  await merchant.simulator.control.advance(10)
  const [line] = merchant.simulator.book.transactions()
  for (const fields of [
    { OriginalConversationID: 'ngoma-1' },
    { OriginalConversationID: line?.conversationId },
    { TransactionID: line?.receipt },
  ]) {
    const before = merchant.received.length
    expect((await askStatus(fields)).status).toBe(200)
    const results = await merchant.waitFor('/asked/result/', before + 1)
    const parameters = JSON.parse(results.at(-1)?.text ?? '').Result.ResultParameters.ResultParameter
    const told = Object.fromEntries(
      parameters.map((one: { Key: string; Value: unknown }) => [one.Key, one.Value]),
    )
    expect(told).toMatchObject({
      TransactionStatus: 'Completed',
      Amount: 1_500,
      ReceiptNo: line?.receipt,
      ConversationID: line?.conversationId,
      OriginatorConversationID: 'ngoma-1',
    })
  }
})

test('the status query answers Failed for a failed payout, and R000002 for an unknown one', async () => {
  await open()
  await pay({ PartyB: '254700000104' })
  await merchant.waitFor('/p1/result/')
  await askStatus({ OriginalConversationID: 'ngoma-1' })
  const [failed] = await merchant.waitFor('/asked/result/')
  expect(failed?.text).toContain('{"Key":"TransactionStatus","Value":"Failed"}')
  await askStatus({ OriginalConversationID: 'never' })
  const [, unknown] = await merchant.waitFor('/asked/result/', 2)
  expect(unknown?.body).toMatchObject({ Result: { ResultCode: 'R000002' } })
  expect((await askStatus({})).json).toMatchObject({ errorMessage: 'Bad Request - Invalid TransactionID' })
})

test('the account balance lists all accounts', async () => {
  await open()
  await ask('/mpesa/accountbalance/v1/query', { CommandID: 'AccountBalance' })
  const [result] = await merchant.waitFor('/asked/result/')
  expect(result?.text).toContain(
    'Working Account|KES|0.00|0.00|0.00|0.00&Float Account|KES|0.00|0.00|0.00|0.00&Utility Account|KES|1000000.00|1000000.00|0.00|0.00&',
  )
})

test('a reversal gives a payment back once', async () => {
  await open()
  const { receipt } = await merchant.simulator.control.payPaybill({
    phone,
    amountCents: 15_000n,
    account: 'V7K2M',
  })
  const reverse = (transactionId: string | null) =>
    ask('/mpesa/reversal/v1/request', {
      CommandID: 'TransactionReversal',
      TransactionID: transactionId,
      Amount: 150,
      ReceiverParty: '600999',
      RecieverIdentifierType: '11',
    })
  await reverse(receipt)
  await merchant.waitFor('/asked/result/', 1)
  await reverse(receipt)
  await merchant.waitFor('/asked/result/', 2)
  await reverse('AAAAAAAAAA')
  const results = await merchant.waitFor('/asked/result/', 3)
  expect(results.map((one) => JSON.parse(one.text).Result.ResultCode)).toEqual([0, 'R000001', 'R000002'])
  expect(merchant.simulator.book.balanceOf(phone)).toBe(2_000_000n)
  expect(merchant.simulator.book.accounts().workingCents).toBe(0n)
})
