import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { nairobiTimestamp } from '#lib/core/clock.ts'
import type { SentStkAck } from '#lib/daraja/answers.ts'
import { findFreePort } from '#server/local/free-port.ts'
import { type Part, startPart } from '#server/local/part.ts'
import { answersHttp, waitUntilReady } from '#server/local/wait-until.ts'
import { until } from '../../support/until.ts'
import { moment } from './moments.ts'

/** How M-Pesa and its customers behave, in milliseconds. */
export interface Temper {
  /** From a prompt to its acknowledgement. */
  acknowledgesAfter: number
  /** From the acknowledgement to the callback: how long a person types. */
  paysAfter: number
  /** After so long it repeats a callback that was not answered with 200; without it, none is repeated. */
  repeatsAfter?: number
}

const tempered: z.ZodType<Temper> = z.object({
  acknowledgesAfter: z.number(),
  paysAfter: z.number(),
  repeatsAfter: z.number().optional(),
})

const told = z.object({
  /** Callbacks that have not been sent or answered yet. */
  open: z.number(),
  refused: z.number(),
  /** Phones that have paid since it was asked last, and when their callbacks were sent, by `moment`. */
  taken: z.array(z.tuple([z.string(), z.number()])),
})

export interface PlayedMpesa extends Part {
  readonly origin: string
  /** When the callback of each payment was sent, by phone: a phone pays once. */
  readonly taken: ReadonlyMap<string, number>
  /** Brings `taken` up to date. @returns how many callbacks are on their way */
  ask(): Promise<number>
  /** Resolves once every prompt is paid and its callback answered. @throws Error where one was not answered with 200 */
  untilQuiet(): Promise<void>
}

/**
 * Starts the M-Pesa of the finale: it acknowledges each prompt, has each customer pay, and sends the callback. The simulator
 * keeps a book, checks every field and can be asked about everything, which would take the processor from what is measured.
 */
export async function startPlayedMpesa(port: number, dataDir: string, temper: Temper): Promise<PlayedMpesa> {
  const part = await startPart({
    name: 'played-mpesa',
    command: process.execPath,
    args: [import.meta.filename, String(port), JSON.stringify(temper)],
    dataDir,
  })
  const origin = `http://127.0.0.1:${port}`
  await waitUntilReady(part, () => answersHttp(`${origin}/taken`))
  const taken = new Map<string, number>()
  const ask = async () => {
    const answer = told.parse(await (await fetch(`${origin}/taken`)).json())
    if (answer.refused > 0) throw new Error(`${answer.refused} callbacks were not answered with 200.`)
    for (const [phone, at] of answer.taken) taken.set(phone, at)
    return answer.open
  }
  const untilQuiet = async () => {
    await until('every callback is answered', async () => (await ask()) === 0, 60)
  }
  return { ...part, origin, taken, ask, untilQuiet }
}

export async function findMpesaPort(): Promise<{ port: number; origin: string }> {
  const port = await findFreePort()
  return { port, origin: `http://127.0.0.1:${port}` }
}

const prompt = z.object({ PhoneNumber: z.string(), Amount: z.number(), CallBackURL: z.url() })
type Prompt = z.infer<typeof prompt>

class Counter {
  open = 0
  refused = 0
  taken: [string, number][] = []

  tell(): string {
    const answer = JSON.stringify({ open: this.open, refused: this.refused, taken: this.taken })
    this.taken = []
    return answer
  }
}

async function serve(port: number, { acknowledgesAfter, paysAfter, repeatsAfter }: Temper): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 256 })
  const counter = new Counter()
  let number = 0
  const play = async (asked: Prompt, answer: (ack: SentStkAck) => void) => {
    number += 1
    const own = number
    const ids = { merchant: randomUUID(), checkout: `ws_CO_finale${String(own).padStart(12, '0')}` }
    counter.open += 1
    if (acknowledgesAfter > 0) await sleep(acknowledgesAfter)
    answer({
      MerchantRequestID: ids.merchant,
      CheckoutRequestID: ids.checkout,
      ResponseCode: '0',
      ResponseDescription: 'Success. Request accepted for processing',
      CustomerMessage: 'Success. Request accepted for processing',
    })
    await sleep(paysAfter)
    const receipt = `F${own.toString(36).toUpperCase().padStart(9, '0')}`
    counter.taken.push([asked.PhoneNumber, moment()])
    const call = () => post(agent, asked.CallBackURL, callbackOf(ids, receipt, asked)).catch(() => 0)
    let status = await call()
    while (status !== 200 && repeatsAfter !== undefined) {
      await sleep(repeatsAfter)
      status = await call()
    }
    counter.open -= 1
    if (status !== 200) counter.refused += 1
  }
  const server = http.createServer(async (request, response) => {
    const body = await text(request)
    const json = (answer: string) => response.setHeader('content-type', 'application/json').end(answer)
    if (request.url === '/taken') json(counter.tell())
    else if (request.url?.startsWith('/oauth/')) json('{"access_token":"finale","expires_in":"3599"}')
    else if (request.url === '/mpesa/stkpush/v1/processrequest')
      await play(prompt.parse(JSON.parse(body)), (ack) => json(JSON.stringify(ack)))
    else if (request.url?.startsWith('/mpesa/c2b/'))
      json('{"ResponseCode":"0","ResponseDescription":"Success"}')
    else response.writeHead(404).end()
  })
  server.keepAliveTimeout = 60_000
  server.listen(port, '127.0.0.1', 1024)
  await once(server, 'listening')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))
}

/** As M-Pesa writes it (docs/daraja.md). */
function callbackOf(ids: { merchant: string; checkout: string }, receipt: string, asked: Prompt): string {
  return JSON.stringify({
    Body: {
      stkCallback: {
        MerchantRequestID: ids.merchant,
        CheckoutRequestID: ids.checkout,
        ResultCode: 0,
        ResultDesc: 'The service request is processed successfully.',
        CallbackMetadata: {
          Item: [
            { Name: 'Amount', Value: asked.Amount },
            { Name: 'MpesaReceiptNumber', Value: receipt },
            { Name: 'Balance' },
            { Name: 'TransactionDate', Value: Number(nairobiTimestamp(new Date())) },
            { Name: 'PhoneNumber', Value: Number(asked.PhoneNumber) },
          ],
        },
      },
    },
  })
}

function post(agent: http.Agent, url: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
    })
    request.once('error', reject)
    request.end(body)
  })
}

if (import.meta.main) {
  const [port, temper] = process.argv.slice(2)
  await serve(Number(port), tempered.parse(JSON.parse(temper ?? '{}')))
}
