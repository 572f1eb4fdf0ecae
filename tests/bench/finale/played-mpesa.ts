// The finale's M-Pesa: `played-mpesa.ts <port> <temper as JSON>`. The simulator's books and checks would take
// CPU from the measured processes.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { SentStkAck } from '#lib/daraja/answers.ts'
import { findFreePort } from '#server/local/free-port.ts'
import { startPart } from '#server/local/part.ts'
import { startGuardian } from '#server/local/process-records.ts'
import { until } from '../../support/until.ts'
import { stkCallback } from '../payments.ts'
import { moment } from './built-path.ts'
import { send } from './payers.ts'

/** Milliseconds from a prompt to its acknowledgement, and from that to the callback. */
const tempered = z.object({ acknowledgesAfter: z.number(), paysAfter: z.number() })
type Temper = z.infer<typeof tempered>

const told = z.object({
  /** Unsent or unanswered callbacks. */
  open: z.number(),
  refused: z.number(),
  /** Phones that paid since the last call, with the time of their callbacks, by `moment`. */
  taken: z.array(z.tuple([z.string(), z.number()])),
})

export interface PlayedMpesa {
  readonly origin: string
  /** Callback time by phone: a phone pays once. */
  readonly taken: ReadonlyMap<string, number>
  /** Updates `taken`. @returns the number of pending callbacks */
  ask(): Promise<number>
  /**
   * Resolves once every prompt is paid and its callback answered. @throws Error unless each answer was 200
   */
  untilQuiet(): Promise<void>
  end(): Promise<void>
}

/** Acknowledges each prompt, pays it, and sends the callback. */
export async function startPlayedMpesa(temper: Temper): Promise<PlayedMpesa> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'ngoma-mpesa-'))
  const guardian = startGuardian(dataDir, true)
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const part = await startPart({
    name: 'played-mpesa',
    command: process.execPath,
    args: [import.meta.filename, String(port), JSON.stringify(temper)],
    dataDir,
    answers: `${origin}/taken`,
  })
  const taken = new Map<string, number>()
  const ask = async () => {
    const answer = told.parse(await (await fetch(`${origin}/taken`)).json())
    if (answer.refused > 0) throw new Error(`${answer.refused} callbacks were not answered with 200.`)
    for (const [phone, at] of answer.taken) taken.set(phone, at)
    return answer.open
  }
  const untilQuiet = () => until('every callback is answered', async () => (await ask()) === 0, 60)
  const end = async () => {
    await part.end()
    await guardian.dismiss()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { origin, taken, ask, untilQuiet: async () => void (await untilQuiet()), end }
}

const prompt = z.object({ PhoneNumber: z.string(), Amount: z.number(), CallBackURL: z.url() })

function serve(port: number, { acknowledgesAfter, paysAfter }: Temper): void {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 256 })
  let counted: z.infer<typeof told> = { open: 0, refused: 0, taken: [] }
  let number = 0
  const play = async (asked: z.infer<typeof prompt>, answer: (ack: SentStkAck) => void) => {
    number += 1
    const own = number
    const ids = { merchant: randomUUID(), checkout: `ws_CO_finale${String(own).padStart(12, '0')}` }
    counted.open += 1
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
    const body = stkCallback(ids, receipt, asked.Amount, asked.PhoneNumber)
    counted.taken.push([asked.PhoneNumber, moment()])
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = send(asked.CallBackURL, { method: 'POST', agent, headers }, body)
    const { status } = await sent.catch(() => ({ status: 0 }))
    counted.open -= 1
    if (status !== 200) counted.refused += 1
  }
  const server = http.createServer(async (request, response) => {
    const body = await text(request)
    const json = (answer: unknown) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
    if (request.url === '/taken') {
      json(counted)
      counted = { ...counted, taken: [] }
    } else if (request.url?.startsWith('/oauth/')) json({ access_token: 'finale', expires_in: '3599' })
    else if (request.url === '/mpesa/stkpush/v1/processrequest')
      await play(prompt.parse(JSON.parse(body)), json)
    else if (request.url?.startsWith('/mpesa/c2b/'))
      json({ ResponseCode: '0', ResponseDescription: 'Success' })
    else response.writeHead(404).end()
  })
  server.keepAliveTimeout = 60_000
  server.listen(port, '127.0.0.1', 1024)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))
}

if (import.meta.main) serve(Number(process.argv[2]), tempered.parse(JSON.parse(process.argv[3] ?? '{}')))
