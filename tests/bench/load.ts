import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { fetchBody } from './bodies.ts'

export interface Request {
  method: 'GET' | 'POST'
  path: string
  /** One line of JSON. */
  body?: string
}

const connections = 32
/** What browsers say that they take, by https. */
export const AS_BROWSERS = 'gzip, deflate, br, zstd'
const hasWrk = spawnSync('wrk', ['-v']).error === undefined

export const generatorName = hasWrk ? 'wrk' : 'autocannon'

/**
 * Loads one address of this machine from 32 connections, each with its next request as soon as it has its answer.
 * @param target an address, or the requests that are sent to it in turn, kept in a file (writeRequests)
 * @param takes `Accept-Encoding`; without it everything comes as it is
 * @returns answers a second
 * @throws Error when anything but 2xx was answered, or a connection broke
 */
export async function load(
  target: string | { origin: string; file: string },
  seconds = 2,
  takes?: string,
): Promise<number> {
  const url = typeof target === 'string' ? target : target.origin
  if (!new URL(url).hostname.startsWith('127.')) throw new Error(`${url} is not on this machine.`)
  const file = typeof target === 'string' ? undefined : target.file
  return hasWrk ? loadWithWrk(url, file, seconds, takes) : loadWithAutocannon(url, file, seconds, takes)
}

/** Loads an address that a cache answers for, and is asked for before: what nobody has asked for lately is not in it. */
export async function loadKept(url: string, takes?: string): Promise<number> {
  await fetchBody(url, takes === undefined ? {} : { 'accept-encoding': takes })
  return load(url, 2, takes)
}

/** Keeps requests in the form that both generators read. @returns what `load` takes */
export function writeRequests(file: string, origin: string, requests: readonly Request[]) {
  const lines = requests.map(({ method, path: to, body = '' }) => `${method}\t${to}\t${body}\n`)
  writeFileSync(file, lines.join(''))
  return { origin, file }
}

async function loadWithWrk(
  url: string,
  file: string | undefined,
  seconds: number,
  takes: string | undefined,
): Promise<number> {
  const script = path.join(import.meta.dirname, 'requests.lua')
  const told = await run('wrk', [
    // An answer may take as long as the visit; one that never comes shows in the rate.
    ...['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s'],
    ...(takes === undefined ? [] : ['-H', `Accept-Encoding: ${takes}`]),
    ...(file === undefined ? [url] : ['-s', script, url, '--', file]),
  ])
  const refused = /Non-2xx or 3xx responses: (\d+)/.exec(told)
  const broken = /Socket errors: (.*)/.exec(told)
  if (refused || broken) throw new Error(`${url}: ${refused?.[0] ?? ''} ${broken?.[0] ?? ''}`)
  return z.coerce
    .number()
    .positive()
    .parse(/Requests\/sec:\s+([\d.]+)/.exec(told)?.[1])
}

const autocannonTold = z.object({ perSecond: z.number().positive(), refused: z.number(), broken: z.number() })

async function loadWithAutocannon(
  url: string,
  file: string | undefined,
  seconds: number,
  takes: string | undefined,
): Promise<number> {
  const script = path.join(import.meta.dirname, 'autocannon.mjs')
  const how = [String(connections), String(seconds), file ?? '', takes ?? '']
  const told = await run(process.execPath, [script, url, ...how])
  const { perSecond, refused, broken } = autocannonTold.parse(JSON.parse(told))
  if (refused + broken > 0) throw new Error(`${url}: ${refused} refused, ${broken} broken`)
  return perSecond
}

/** Runs a program to its end. @returns what it printed; @throws Error unless it ends with 0 */
export async function run(
  command: string,
  args: string[],
  settings: Record<string, string> = {},
): Promise<string> {
  const env = { ...process.env, ...settings }
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], env })
  const gone = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  const told = await text(child.stdout)
  const code = await gone
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${told}`)
  return told
}
