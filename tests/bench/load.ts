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

/** What browsers say that they take, by https. */
export const AS_BROWSERS = 'gzip, deflate, br, zstd'

const told = z.object({ perSecond: z.number().positive(), refused: z.number(), broken: z.number() })

/**
 * Loads one address of this machine for two seconds from 32 connections, each with its next request as soon as it has its answer.
 * @param target an address, or the requests that are sent to it in turn, kept in a file (writeRequests)
 * @param takes `Accept-Encoding`; without it everything comes as it is
 * @returns answers a second
 * @throws Error when anything but 2xx was answered, or a connection broke
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

/** Loads an address that a cache answers for, and is asked for before: what nobody has asked for lately is not in it. */
export async function loadKept(url: string, takes = ''): Promise<number> {
  await fetchBody(url, takes === '' ? {} : { 'accept-encoding': takes })
  return load(url, takes)
}

/** Keeps requests in a file. @returns what `load` takes */
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
