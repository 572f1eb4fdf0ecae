import { readFile } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import { outcomes } from '../mpesa/outcomes.ts'
import { type Merchant, openMerchant, phone } from './merchant.ts'

let merchant: Merchant
afterEach(() => merchant.close())

const post = async (path: string, body?: unknown) => {
  const response = await fetch(`${merchant.api}/control/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  return { status: response.status, json: await response.json() }
}
const get = async (path: string) => (await fetch(`${merchant.api}/control/${path}`)).json()

test('the book balances to the cent after payments of both kinds and a deposit', async () => {
  merchant = await openMerchant()
  const { control, book } = merchant.simulator
  for (const amountCents of [5_000n, 12_300n, 100n])
    await control.payPaybill({ phone, amountCents, account: 'A' })
  await merchant.push()
  await merchant.waitFor('/m/')
  control.deposit(phone, 100_000n)
  const told = await get('book')
  const collected = told.transactions
    .filter((line: { kind: string }) => line.kind === 'stk' || line.kind === 'paybill')
    .reduce((sum: number, line: { amountCents: number }) => sum + line.amountCents, 0)
  expect(told.accounts).toEqual({
    workingCents: collected,
    utilityCents: 100_000_000,
    openingWorkingCents: 0,
    openingUtilityCents: 100_000_000,
  })
  expect(told.phones).toEqual([{ phone, balanceCents: 2_000_000 - collected + 100_000 }])
  expect(new Set(book.transactions().map((line) => line.receipt)).size).toBe(5)
})

test('payments made elsewhere are added once and change no phone’s balance', async () => {
  merchant = await openMerchant()
  const line = { kind: 'stk', phone, amountCents: 25_000, account: 'V7K2M', at: '2026-01-15T07:15:00Z' }
  const transactions = [
    { ...line, receipt: 'UAF0000001' },
    { ...line, receipt: 'UAF0000002', kind: 'b2c' },
    { ...line, receipt: 'UAF0000001' },
  ]
  expect((await post('import', { transactions })).json).toEqual({ added: 2 })
  expect((await post('import', { transactions })).json).toEqual({ added: 0 })
  const { accounts, phones } = await get('book')
  expect(accounts).toMatchObject({ workingCents: 25_000, utilityCents: 100_000_000 - 25_000 })
  expect(phones).toEqual([])
})

test('settings change one by one, and the refusal of an unknown one names it', async () => {
  merchant = await openMerchant()
  expect((await post('settings', { rule17: true })).json).toMatchObject({ rule17: true, promptMs: 60_000 })
  expect(await get('settings')).toMatchObject({ rule17: true })
  const unknown = await post('settings', { rule18: true })
  expect(unknown.status).toBe(400)
  expect(unknown.json.error).toContain('rule18')
  expect((await post('settings', { acceptMs: -1 })).status).toBe(400)
  expect((await post('settings', { defaultOutcome: 'nothing' })).status).toBe(400)
})

test('settings that are not named stay as they are, also after several changes of others', async () => {
  merchant = await openMerchant({ settings: { autoAccept: false, promptMs: 7_000 } })
  const before = await get('settings')
  await post('settings', { rule17: true, msisdn: 'plain' })
  await post('settings', {})
  await post('settings', { alsoC2b: true })
  expect(await get('settings')).toEqual({ ...before, rule17: true, msisdn: 'plain', alsoC2b: true })
})

test('outcomes are set and cleared over HTTP', async () => {
  merchant = await openMerchant()
  expect((await post('outcomes', { phone, outcome: 'cancelled', times: 2 })).status).toBe(200)
  expect((await post('outcomes', { outcome: 'nonsense' })).status).toBe(400)
  await merchant.push()
  const [callback] = await merchant.waitFor('/m/')
  expect(callback?.text).toContain('"ResultCode":1032')
  await fetch(`${merchant.api}/control/outcomes`, { method: 'DELETE' })
  await merchant.push()
  const [, second] = await merchant.waitFor('/m/', 2)
  expect(second?.text).toContain('"ResultCode":0')
})

test('over HTTP a test plays the person: prompts wait, are answered, and are called back again', async () => {
  merchant = await openMerchant()
  await post('phones', { phone, autoAccept: false, balanceCents: 50_000 })
  const { json } = await merchant.push()
  expect(await get(`prompts/${phone}`)).toMatchObject({ open: { checkoutRequestId: json.CheckoutRequestID } })
  expect((await post('answer', { phone, answer: 'pin' })).json).toEqual({ answered: true })
  expect((await post('answer', { phone, answer: 'pin' })).json).toEqual({ answered: false })
  await merchant.waitFor('/m/')
  await post('callback', { checkoutRequestId: json.CheckoutRequestID, copies: 3 })
  const callbacks = await merchant.waitFor('/m/', 4)
  expect(new Set(callbacks.map((one) => one.text)).size).toBe(1)
  expect((await post('callback', { checkoutRequestId: 'unknown' })).json).toEqual({ sent: false })
})

test('requests and deliveries are listed without secrets', async () => {
  merchant = await openMerchant()
  await merchant.push()
  await merchant.waitFor('/m/')
  await post('advance', { ms: 1_000 })
  const { requests } = await get('requests?path=/mpesa/stkpush/v1/processrequest')
  expect(requests).toMatchObject([{ method: 'POST', status: 200, body: { Amount: 250, Password: '…' } }])
  const { deliveries } = await get('deliveries')
  expect(deliveries).toMatchObject([{ kind: 'stk', status: 200, problem: null }])
})

test('a Paybill payment, the clock and the token are controlled over HTTP', async () => {
  merchant = await openMerchant()
  await merchant.token()
  expect((await post('paybill', { phone, amountCents: 5_000, account: 'A' })).json).toMatchObject({
    accepted: true,
  })
  expect((await post('paybill', { phone, amountCents: 0, account: 'A' })).status).toBe(400)
  const before = Date.parse((await get('book')).at)
  await post('advance', { ms: 600_000 })
  expect(Date.parse((await get('book')).at) - before).toBeGreaterThanOrEqual(600_000)
  await post('revoke-token', {})
  expect((await merchant.push()).json).toMatchObject({ errorCode: '404.001.03' })
})

test('after an absence set over HTTP it listens again by itself', async () => {
  merchant = await openMerchant()
  expect((await post('away', { ms: 200 })).status).toBe(200)
  const isUp = () =>
    fetch(`${merchant.api}/control/settings`).then(
      (response) => response.ok,
      () => false,
    )
  await expect.poll(isUp).toBe(false)
  await expect.poll(isUp).toBe(true)
})

test('reset leaves an empty book, no outcomes and the first settings', async () => {
  merchant = await openMerchant()
  await post('paybill', { phone, amountCents: 5_000, account: 'A' })
  await post('outcomes', { outcome: 'cancelled' })
  await post('settings', { rule17: true })
  await post('reset', {})
  expect(await get('book')).toMatchObject({ accounts: { workingCents: 0 }, phones: [], transactions: [] })
  expect(await get('settings')).toMatchObject({ rule17: false })
  await merchant.push()
  const [callback] = await merchant.waitFor('/m/')
  expect(callback?.text).toContain('"ResultCode":0')
})

test('the README lists the outcomes, calls, settings and variables that exist', async () => {
  merchant = await openMerchant()
  const read = (file: string) => readFile(`simulator/${file}`, 'utf8')
  const readme = await read('README.md')
  const rows = [...readme.matchAll(/^\| …(\d{4}) +\| `([\w-]+)` +\|/gm)].map(([, suffix, name]) => [
    suffix,
    name,
  ])
  expect(rows).toEqual([...outcomes].flatMap(([name, { suffix }]) => (suffix ? [[suffix, name]] : [])))

  const listed = [...readme.matchAll(/^\| (`.*?) \|/gm)].join('\n')
  const existing = [
    ...[...(await read('control.ts')).matchAll(/^ {2}(?:get|post)\('([\w-]+)/gm)].map(
      ([, path]) => `/control/${path}`,
    ),
    ...[...(await read('simulator.ts')).matchAll(/'(\/(?:mpesa|oauth|pull|certificate)[^']*)'/g)].map(
      ([, path]) => path,
    ),
    ...[...(await read('main.ts')).matchAll(/^ {2}((?:SIMULATOR|MPESA)_\w+):/gm)].map(([, name]) => name),
    ...Object.keys(merchant.simulator.control.settings),
  ]
  expect(existing.length).toBeGreaterThan(60)
  expect(existing.filter((one) => one && !listed.includes(one))).toEqual([])
})
