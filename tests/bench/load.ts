import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { run } from './stage.ts'

export interface Request {
  method: 'GET' | 'POST'
  path: string
  /** One line of JSON. */
  body?: string
}

/** Browsers' Accept-Encoding with https. */
export const AS_BROWSERS = 'gzip, deflate, br, zstd'

const told = z.object({ perSecond: z.number().positive(), refused: z.number(), broken: z.number() })

/**
 * Loads a local address for two seconds with 32 connections, each sending its next request after an answer.
 * @param target an address, or a file of requests sent in rotation (writeRequests)
 * @param takes `Accept-Encoding`; default none
 * @returns answers a second
 * @throws Error unless all answers are 2xx
 */
export async function load(target: string | { origin: string; file: string }, takes = ''): Promise<number> {
  const { origin, file } = typeof target === 'string' ? { origin: target, file: '' } : target
  const script = path.join(import.meta.dirname, 'autocannon.mjs')
  const { perSecond, refused, broken } = told.parse(
    JSON.parse(await run(process.execPath, [script, origin, '32', '2', file, takes])),
  )
  if (refused + broken > 0) throw new Error(`${origin}: ${refused} refused, ${broken} broken`)
  return perSecond
}

/** Loads a cached address, requested once before. */
export async function loadKept(url: string, takes = ''): Promise<number> {
  await fetchBody(url, takes === '' ? {} : { 'accept-encoding': takes })
  return load(url, takes)
}

/** @returns the target for `load` */
export function writeRequests(file: string, origin: string, requests: readonly Request[]) {
  const lines = requests.map(({ method, path: to, body = '' }) => `${method}\t${to}\t${body}\n`)
  writeFileSync(file, lines.join(''))
  return { origin, file }
}

/** @throws Error unless the answer is 200 */
export async function fetchBody(url: string, headers: Record<string, string> = {}): Promise<Buffer> {
  const response = await fetch(url, { headers })
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${await response.text()}`)
  return Buffer.from(await response.arrayBuffer())
}
