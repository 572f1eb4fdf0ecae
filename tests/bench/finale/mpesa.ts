// The finale's M-Pesa: `mpesa.ts <port> <acknowledge> <pay>`. The simulator's books and checks would take CPU from
// the measured processes.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { z } from 'zod'
import type { SentStkAck } from '#lib/daraja/answers.ts'
import { fetchBody } from '../load.ts'
import { stkCallback } from '../payments.ts'
import { startScript } from '../stage.ts'
import { moment } from './built-path.ts'
import { agentOf, post } from './payers.ts'

const state = z.object({
  /** Unsent or unanswered callbacks. */
  open: z.number(),
  refused: z.number(),
  /** Phones that paid since the last call, with the time of their callbacks, by `moment`. */
  taken: z.array(z.tuple([z.string(), z.number()])),
})

export type Mpesa = Awaited<ReturnType<typeof startMpesa>>

/**
 * Acknowledges each prompt, pays it, and sends the callback.
 * @param delays milliseconds from a prompt to its acknowledgement, and from that to the callback
 */
export async function startMpesa(
  dataDir: string,
  port: number,
  { acknowledge, pay }: { acknowledge: number; pay: number },
) {
  const answers = `http://127.0.0.1:${port}/taken`
  const args = [port, acknowledge, pay].map(String)
  const part = await startScript(dataDir, 'finale/mpesa.ts', args, { answers })
  /** Callback time by phone: a phone pays once. */
  const taken = new Map<string, number>()
  /** Updates `taken`. @returns the number of pending callbacks @throws Error unless each answer was 200 */
  const ask = async () => {
    const { refused, open, taken: more } = state.parse(JSON.parse(String(await fetchBody(answers))))
    if (refused > 0) throw new Error(`${refused} callbacks were not answered with 200.`)
    for (const [phone, at] of more) taken.set(phone, at)
    return open
  }
  return { ...part, taken, ask }
}

const prompt = z.object({ PhoneNumber: z.string(), Amount: z.number(), CallBackURL: z.url() })

async function serve(port: number, acknowledgesAfter: number, paysAfter: number): Promise<void> {
  let counted: z.infer<typeof state> = { open: 0, refused: 0, taken: [] }
  const agent = agentOf(256)
  let number = 0
  const server = fastify({ keepAliveTimeout: 60_000 })
  server.get('/taken', () => {
    const answer = counted
    counted = { ...counted, taken: [] }
    return answer
  })
  server.get('/oauth/*', () => ({ access_token: 'finale', expires_in: '3599' }))
  server.post('/mpesa/c2b/*', () => ({ ResponseCode: '0', ResponseDescription: 'Success' }))
  server.post('/mpesa/stkpush/v1/processrequest', async ({ body }): Promise<SentStkAck> => {
    const { PhoneNumber: phone, Amount: amount, CallBackURL: url } = prompt.parse(body)
    number += 1
    counted.open += 1
    const receipt = `F${number.toString(36).toUpperCase().padStart(9, '0')}`
    const ids = { merchant: randomUUID(), checkout: `ws_CO_finale${String(number).padStart(12, '0')}` }
    if (acknowledgesAfter > 0) await sleep(acknowledgesAfter)
    setTimeout(async () => {
      counted.taken.push([phone, moment()])
      const { status } = await post(url, stkCallback(ids, receipt, amount, phone), {}, agent)
      counted.open -= 1
      if (status !== 200) counted.refused += 1
    }, paysAfter)
    const told = 'Success. Request accepted for processing'
    return {
      MerchantRequestID: ids.merchant,
      CheckoutRequestID: ids.checkout,
      ResponseCode: '0',
      ResponseDescription: told,
      CustomerMessage: told,
    }
  })
  await server.listen({ port, host: '127.0.0.1', backlog: 1_024 })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))
}

if (import.meta.main) {
  const [port = 0, acknowledge = 0, pay = 0] = process.argv.slice(2).map(Number)
  await serve(port, acknowledge, pay)
}
