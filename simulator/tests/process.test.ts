// In a folder with only lib/daraja, and without the product's environment.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSimulator } from '../simulator.ts'
import { phone, pushFields, readText } from './merchant.ts'

const root = path.join(import.meta.dirname, '..', '..')
let folder: string
const ends: (() => unknown)[] = []
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'simulator-'))
  for (const name of ['package.json', 'simulator', 'lib/daraja'])
    await cp(path.join(root, name), path.join(folder, name), { recursive: true })
  await cp(path.join(root, 'node_modules/zod'), path.join(folder, 'node_modules/zod'), { recursive: true })
})
afterAll(async () => {
  for (const end of ends) await end()
  await rm(folder, { recursive: true })
})

function run(environment: Record<string, string>) {
  const child = spawn(process.execPath, ['simulator/main.ts'], {
    cwd: folder,
    env: { NODE_ENV: 'test', ...environment },
  })
  ends.push(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = once(child, 'exit').then(([code]) => ({ code, output: output.trim() }))
  const url = async () => {
    await expect.poll(() => output, { timeout: 30_000 }).toMatch(/http:\S+/)
    return /http:\S+/.exec(output)?.[0] ?? ''
  }
  return { child, ended, url }
}

test('alone it gives a token, takes a prompt and calls back', async () => {
  const called: string[] = []
  const shop = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    called.push(text)
    response.end('{"ResultCode":0,"ResultDesc":"Accepted"}')
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  ends.push(() => shop.close())
  const address = shop.address()
  if (address === null || typeof address === 'string') throw new Error('the shop has no port')

  const api = await run({ SIMULATOR_PORT: '0' }).url()
  const ask = async (target: string, init: RequestInit): Promise<unknown> =>
    (await fetch(api + target, init)).json()
  const basic = Buffer.from('simulator-key:simulator-secret').toString('base64')
  const token = readText(
    await ask('/oauth/v1/generate?grant_type=client_credentials', {
      headers: { authorization: `Basic ${basic}` },
    }),
    'access_token',
  )
  await ask('/control/settings', { method: 'POST', body: '{"acceptMs":0,"callbackMs":0}' })
  const accepted = await ask('/mpesa/stkpush/v1/processrequest', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(pushFields(`http://127.0.0.1:${address.port}`)),
  })
  expect(accepted).toMatchObject({ ResponseCode: '0' })
  await expect.poll(() => called, { timeout: 30_000 }).toHaveLength(1)
  expect(JSON.parse(called[0] ?? '')).toMatchObject({
    Body: { stkCallback: { CheckoutRequestID: readText(accepted, 'CheckoutRequestID'), ResultCode: 0 } },
  })
})

test('it says why it does not start: in production, with an unusable environment, on a taken port', async () => {
  expect(await run({ NGOMA_ENV: 'production' }).ended).toEqual({
    code: 1,
    output: 'The M-Pesa simulator does not start in production: it would invent money.',
  })
  const unusable = await run({ SIMULATOR_PORT: 'three', MPESA_PASSKEY: '' }).ended
  expect(unusable.code).toBe(1)
  expect(unusable.output).toMatch(/^The M-Pesa simulator did not start: .*SIMULATOR_PORT: [^;]*$/)

  const blocker = createSimulator()
  const taken = new URL(await blocker.listen(0)).port
  expect(await run({ SIMULATOR_PORT: taken }).ended).toEqual({
    code: 1,
    output: `Port ${taken} is taken: the M-Pesa simulator can't listen there.`,
  })
  await blocker.close()
})

test('it plays for the merchant that its environment names, and keeps its book when it is told to end', async () => {
  const stateFile = path.join(folder, 'kept', 'simulator.json')
  const { child, ended, url } = run({
    SIMULATOR_PORT: '0',
    SIMULATOR_STATE_FILE: stateFile,
    SIMULATOR_ORGANIZATION: 'DUKA LA MAMA',
    SIMULATOR_ALSO_SHORTCODES: '174379, 174380',
    MPESA_SHORTCODE: '600998',
  })
  const pay = async (business?: string) => {
    const body = JSON.stringify({ phone, amountCents: 2_500, account: 'A', business })
    const answer: unknown = await (
      await fetch(`${await url()}/control/paybill`, { method: 'POST', body })
    ).json()
    return answer
  }
  expect(await pay()).toMatchObject({ accepted: true, message: expect.stringContaining('DUKA LA MAMA') })
  expect(await pay('174380')).toMatchObject({ accepted: true })
  expect(await pay('600999')).toMatchObject({ accepted: false })
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
  expect(createSimulator({ stateFile }).book.accounts().workingCents).toBe(5_000n)
})
