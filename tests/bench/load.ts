import { createRequire } from 'node:module'
import { z } from 'zod'

/** Browsers' Accept-Encoding with https. */
export const AS_BROWSERS = 'gzip, deflate, br, zstd'

export type Request = { method: 'GET' | 'POST'; path: string; body?: string }

// It has no types.
const autocannon = createRequire(import.meta.url)('autocannon')
const result = z.object({
  '2xx': z.number(),
  duration: z.number(),
  non2xx: z.number(),
  errors: z.number(),
})

/**
 * Loads a local address for two seconds with 32 connections, each sending its next request after an answer.
 * @param accept `Accept-Encoding`; default none
 * @param requests instead of the address, sent in rotation by each connection
 * @returns answers a second
 * @throws Error unless all answers are 2xx
 */
export async function load(url: string, accept = '', requests: readonly Request[] = []): Promise<number> {
  // Given as a list, autocannon would build all of them for each connection while the time runs.
  const setupClient = (client: { setRequests(requests: object[]): void }) => {
    let sent = 0
    const setupRequest = (request: object) => ({ ...request, ...requests[sent++ % requests.length] })
    client.setRequests([{ setupRequest }])
  }
  const told = await autocannon({
    url,
    connections: 32,
    duration: 2,
    headers: {
      ...(accept === '' ? {} : { 'accept-encoding': accept }),
      ...(requests[0]?.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(requests.length === 0 ? {} : { setupClient }),
  })
  const { '2xx': answers, duration, non2xx, errors } = result.parse(told)
  if (answers === 0 || non2xx + errors > 0)
    throw new Error(`${url}: ${answers} answers, ${non2xx} refused, ${errors} broken`)
  return answers / duration
}

/** @throws Error unless the answer is 200 */
export async function fetchBody(url: string, headers: Record<string, string> = {}): Promise<Buffer> {
  const response = await fetch(url, { headers })
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${await response.text()}`)
  return Buffer.from(await response.arrayBuffer())
}
