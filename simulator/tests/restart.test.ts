import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSimulator } from '../simulator.ts'
import { openMerchant, phone } from './merchant.ts'

let folder: string
let stateFile: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simulator-'))
  stateFile = join(folder, 'kept', 'simulator.json')
})
afterEach(() => rm(folder, { recursive: true }))

test('after a restart the book, the receipts, the prompts and the registered addresses are still there', async () => {
  const first = await openMerchant({ stateFile })
  await first.call('/mpesa/c2b/v2/registerurl', {
    ShortCode: '600999',
    ResponseType: 'Completed',
    ConfirmationURL: `${first.home}/c2b/confirmation/`,
    ValidationURL: `${first.home}/c2b/validation/`,
  })
  const { json } = await first.push()
  await first.waitFor('/m/')
  await first.simulator.control.payPaybill({ phone, amountCents: 5_000n, account: 'A' })
  const book = first.simulator.book
  await first.close()

  const second = await openMerchant({ stateFile })
  expect(second.simulator.book.accounts()).toEqual(book.accounts())
  expect(second.simulator.book.transactions()).toEqual(book.transactions())
  expect(second.simulator.book.balanceOf(phone)).toBe(1_970_000n)
  expect((await second.query(json.CheckoutRequestID)).json).toMatchObject({ ResultCode: '0' })
  await second.simulator.control.payPaybill({ phone, amountCents: 100n, account: 'B' })
  expect(second.simulator.control.deliveries().map((one) => one.kind)).toEqual(['validation'])
  await second.close()
  expect(await readdir(join(folder, 'kept'))).toEqual(['simulator.json'])
})

test('what was registered once is registered after a restart', async () => {
  const options = { stateFile, settings: { registersOnce: true } }
  const register = async (merchant: Awaited<ReturnType<typeof openMerchant>>) => {
    const urls = ['ConfirmationURL', 'ValidationURL'].map((name) => [name, `${merchant.home}/c2b/`])
    const c2b = { ShortCode: '600999', ResponseType: 'Completed', ...Object.fromEntries(urls) }
    const pull = { ShortCode: '600999', RequestType: 'Pull', NominatedNumber: phone }
    return [
      (await merchant.call('/mpesa/c2b/v2/registerurl', c2b)).status,
      (await merchant.call('/pulltransactions/v1/register', { ...pull, CallBackURL: merchant.home })).json
        .ResponseStatus,
    ]
  }
  const first = await openMerchant(options)
  expect(await register(first)).toEqual([200, '1000'])
  await first.close()
  const second = await openMerchant(options)
  expect(await register(second)).toEqual([500, '1001'])
  await second.close()
})

test('a prompt that was open when the simulator stopped expires, and its callback is sent', async () => {
  const first = await openMerchant({ stateFile, settings: { autoAccept: false } })
  const second = await openMerchant()
  await first.push({ CallBackURL: `${second.home}/after/` })
  await first.close()
  const third = createSimulator({ stateFile })
  await third.listen(0)
  await third.control.advance(60_000)
  await third.control.advance(1_000)
  const [callback] = await second.waitFor('/after/')
  expect(callback?.text).toContain('"ResultCode":1037')
  await third.close()
  await second.close()
})

test('a file that is no state file is named and not changed', async () => {
  const file = join(folder, 'other.json')
  await writeFile(file, '{"version":2}')
  expect(() => createSimulator({ stateFile: file })).toThrow(/other\.json is not a state file/)
})
