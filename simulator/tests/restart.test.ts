import { spawn } from 'node:child_process'
import { once } from 'node:events'
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

test('tomorrow the book, the receipts, the prompts and the registered addresses are still there', async () => {
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

test('a prompt that was open when the simulator stopped runs out and is told', async () => {
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

test('a file that is no book is named and left alone', async () => {
  const file = join(folder, 'other.json')
  await writeFile(file, '{"version":2}')
  expect(() => createSimulator({ stateFile: file })).toThrow(/other\.json is not a state file/)
})

function run(environment: Record<string, string>) {
  const child = spawn(process.execPath, ['simulator/main.ts'], {
    env: { NODE_ENV: 'test', ...environment },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return { child, ended: once(child, 'exit').then(([code]) => ({ code, output })), read: () => output }
}

test('in production it says why it does not start', async () => {
  const secret = 'a secret of more than thirty-two characters'
  const secrets = {
    AUTH_SECRET: secret,
    KYC_KEY: secret,
    BACKUP_KEY: secret,
    MPESA_CALLBACK_SECRET: secret,
    MPESA_CERTIFICATE: 'of Safaricom',
    MAIL_FROM: 'Ngoma <hello@ngoma.test>',
    MPESA_SIMULATOR: 'false',
  }
  const { ended } = run({ NGOMA_ENV: 'production', ...secrets })
  const { code, output } = await ended
  expect(code).toBe(1)
  expect(output.trim()).toBe('The M-Pesa simulator does not start in production: it would invent money.')
})

test('the process keeps its book when it is told to end, and a taken port is one sentence', async () => {
  const blocker = createSimulator()
  const taken = new URL(await blocker.listen(0)).port
  const { output } = await run({ SIMULATOR_PORT: taken }).ended
  expect(output.trim()).toBe(`Port ${taken} is taken: the M-Pesa simulator can't listen there.`)
  await blocker.close()

  const { child, ended, read } = run({ SIMULATOR_PORT: '0', SIMULATOR_STATE_FILE: stateFile })
  await expect.poll(read, { timeout: 10_000 }).toMatch(/http:\S+/)
  const url = /http:\S+/.exec(read())?.[0]
  const body = JSON.stringify({ phone, amountCents: 5_000, account: 'A' })
  await fetch(`${url}/control/paybill`, { method: 'POST', body })
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
  const again = createSimulator({ stateFile })
  expect(again.book.accounts().workingCents).toBe(5_000n)
})
