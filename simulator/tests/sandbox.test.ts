// Poorly documented requests, and clients with the sandbox's host.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import type { Merchant as MerchantOptions } from '../settings.ts'
import { type Merchant, openMerchant, phone } from './merchant.ts'

let merchant: Merchant
afterEach(() => merchant.close())

const open = async (of: Partial<MerchantOptions> = {}, settings = {}) => {
  merchant = await openMerchant({ merchant: of, settings })
}

const pay = (fields: Record<string, unknown>) =>
  merchant.push({ CallBackURL: `${merchant.home}/prompt`, ...fields })

test('a Paybill takes no CustomerBuyGoodsOnline, as a prompt or simulated', async () => {
  await open()
  expect(await pay({ TransactionType: 'CustomerBuyGoodsOnline' })).toMatchObject({
    status: 400,
    json: { errorCode: '400.002.02', errorMessage: 'Bad Request - Invalid TransactionType' },
  })
  const simulated = { ShortCode: '600999', CommandID: 'CustomerBuyGoodsOnline', Amount: 10, Msisdn: phone }
  expect(await merchant.call('/mpesa/c2b/v1/simulate', simulated)).toMatchObject({
    json: { errorMessage: 'Bad Request - Invalid CommandID' },
  })
})

test.each([
  ['CustomerBuyGoodsOnline', '654321', 0],
  ['CustomerPayBillOnline', '654321', 2028],
  ['CustomerBuyGoodsOnline', '600999', 'SFC_IC0003'],
])('behind a till %s to %s ends with %s', async (TransactionType, PartyB, code) => {
  await open({ partyB: '654321' })
  expect((await pay({ TransactionType, PartyB })).status).toBe(200)
  const [callback] = await merchant.waitFor('/prompt')
  expect(callback?.body).toMatchObject({ Body: { stkCallback: { ResultCode: code } } })
})

test('a till is paid without an account number', async () => {
  await open({ partyB: '654321' })
  const { home } = merchant
  await merchant.call('/mpesa/c2b/v2/registerurl', {
    ...{ ShortCode: '600999', ResponseType: 'Completed' },
    ...{ ConfirmationURL: `${home}/confirmation`, ValidationURL: `${home}/validation` },
  })
  const payment = { ShortCode: '654321', CommandID: 'CustomerBuyGoodsOnline', Amount: 10, Msisdn: phone }
  await merchant.call('/mpesa/c2b/v2/simulate', { ...payment, BillRefNumber: null })
  const [confirmation] = await merchant.waitFor('/confirmation')
  expect(confirmation?.body).toMatchObject({
    ...{ TransactionType: 'Buy Goods', BusinessShortCode: '654321', BillRefNumber: '' },
  })
})

test('PartyA that is not PhoneNumber: the prompt goes to PhoneNumber, and who types the PIN there pays', async () => {
  await open()
  await pay({ PartyA: '254722000111', PhoneNumber: phone })
  const [callback] = await merchant.waitFor('/prompt')
  expect(callback?.text).toContain(`{"Name":"PhoneNumber","Value":${phone}}`)
  expect(merchant.simulator.book.phones()).toEqual([{ phone, balanceCents: 2_000_000n - 25_000n }])
})

test('texts of any length are accepted; a prompt that is too long for a phone can not be pushed (1025)', async () => {
  await open({}, { autoAccept: false })
  await pay({ TransactionDesc: 'x'.repeat(200), AccountReference: 'Invoice 2026/0015' })
  const shown = merchant.simulator.control.answer({ phone, answer: 'pin' })
  expect(shown).toBe(true)
  await merchant.waitFor('/prompt', 1)
  await pay({ AccountReference: 'x'.repeat(183) })
  const [, tooLong] = await merchant.waitFor('/prompt', 2)
  expect(tooLong?.body).toMatchObject({ Body: { stkCallback: { ResultCode: 1025 } } })
})

test('a client with the sandbox’s host written into it reaches the simulator, and only its requests to the sandbox do', async () => {
  await open()
  const asks = `
    const https = require('node:https')
    const read = (options) => new Promise((done, fail) => https.get(options, (answer) => {
      let text = ''
      answer.on('data', (part) => { text += part }).on('end', () => done(text))
    }).on('error', fail))
    const path = '/control/settings'
    const elsewhere = { hostname: '127.0.0.1', port: 1, path }
    Promise.all([
      read({ protocol: 'https:', hostname: 'sandbox.safaricom.co.ke', path }),
      read('https://sandbox.safaricom.co.ke' + path),
      fetch('https://sandbox.safaricom.co.ke' + path).then((answer) => answer.text()),
      read(elsewhere).catch((error) => error.code),
    ]).then((all) => console.log(JSON.stringify(all)))`
  const script = new URL('../redirect-sandbox.mjs', import.meta.url)
  script.search = merchant.api
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', script.href, '-e', asks])
  const settings = JSON.stringify(merchant.simulator.control.settings)
  expect(JSON.parse(stdout)).toEqual([settings, settings, settings, 'ECONNREFUSED'])
})
