// A merchant for tests: a callback server and a Daraja client.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSimulator, type Simulator, type SimulatorOptions } from '../simulator.ts'

export type Received = { path: string; body: unknown; text: string; at: number }

export type Merchant = {
  simulator: Simulator
  /** Address of the simulator. */
  api: string
  /** Address of the merchant's server. */
  home: string
  received: Received[]
  /** Answers of the merchant's server by path prefix. */
  answers: Map<string, { status: number; json: unknown; delayMs?: number }>
  token(): Promise<string>
  call(
    path: string,
    body: unknown,
    token?: string,
  ): Promise<{ status: number; json: Record<string, unknown> }>
  push(fields?: Record<string, unknown>): Promise<{ status: number; json: Record<string, unknown> }>
  query(checkoutRequestId: unknown): Promise<{ status: number; json: Record<string, unknown> }>
  /** Resolves with the callbacks to a path prefix, once there are `count`. */
  waitFor(path: string, count?: number): Promise<Received[]>
  close(): Promise<void>
}

export const phone = '254712345678'
export const stamp = '20260115101500'
export const password = Buffer.from(`600999simulator-passkey${stamp}`).toString('base64')
const basic = `Basic ${Buffer.from('simulator-key:simulator-secret').toString('base64')}`

/** Opens a merchant with a simulator without delays. */
export async function openMerchant(options: SimulatorOptions = {}): Promise<Merchant> {
  const quick = { acceptMs: 0, callbackMs: 0, resultMs: 0, tooEarlyMs: 0, queriesPerMinute: 0 }
  const simulator = createSimulator({ ...options, settings: { ...quick, ...options.settings } })
  const api = await simulator.listen(0)
  const received: Received[] = []
  const answers: Merchant['answers'] = new Map()
  const waiting = new Set<() => void>()

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const text = Buffer.concat(chunks).toString('utf8')
    const path = request.url ?? ''
    received.push({ path, text, body: JSON.parse(text), at: performance.now() })
    for (const look of waiting) look()
    const answer = [...answers].find(([prefix]) => path.startsWith(prefix))?.[1]
    const send = () =>
      response
        .writeHead(answer?.status ?? 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer?.json ?? { ResultCode: 0, ResultDesc: 'Accepted' }))
    if (answer?.delayMs) setTimeout(send, answer.delayMs)
    else send()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  let current: string | undefined
  const token = async () => {
    const url = `${api}/oauth/v1/generate?grant_type=client_credentials`
    const response = await fetch(url, { headers: { authorization: basic } })
    const json: unknown = await response.json()
    current = readText(json, 'access_token')
    return current
  }
  const call: Merchant['call'] = async (path, body, given) => {
    const response = await fetch(api + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${given ?? current ?? (await token())}`,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    const text = await response.text()
    return { status: response.status, json: text.startsWith('{') ? JSON.parse(text) : { text } }
  }

  return {
    simulator,
    api,
    home,
    received,
    answers,
    token,
    call,
    push: (fields = {}) => call('/mpesa/stkpush/v1/processrequest', { ...pushFields(home), ...fields }),
    query: (checkoutRequestId) =>
      call('/mpesa/stkpushquery/v1/query', {
        BusinessShortCode: '600999',
        Password: password,
        Timestamp: stamp,
        CheckoutRequestID: checkoutRequestId,
      }),
    waitFor: (path, count = 1) =>
      new Promise((resolve) => {
        const look = () => {
          const found = received.filter((one) => one.path.startsWith(path))
          if (found.length < count) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
    close: async () => {
      await simulator.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function pushFields(home: string): Record<string, unknown> {
  return {
    BusinessShortCode: '600999',
    Password: password,
    Timestamp: stamp,
    TransactionType: 'CustomerPayBillOnline',
    Amount: 250,
    PartyA: phone,
    PartyB: '600999',
    PhoneNumber: phone,
    CallBackURL: `${home}/m/secret/stk/`,
    AccountReference: 'V7K2M',
    TransactionDesc: 'Votes',
  }
}

/** Returns the text under these names. @throws Error if it is no text */
export function readText(value: unknown, ...names: string[]): string {
  const found = names.reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), value)
  if (typeof found !== 'string') throw new Error(`${names.join('.')} is no text in ${JSON.stringify(value)}`)
  return found
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
