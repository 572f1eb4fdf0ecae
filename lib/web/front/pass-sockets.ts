import { request as askByHttp, type IncomingMessage, STATUS_CODES } from 'node:http'
import { request as askByHttps } from 'node:https'
import { type Duplex, pipeline } from 'node:stream'
import { log } from '#lib/core/log.ts'
import { markHop } from '#lib/core/request-source.ts'

/** Timeout of the upgrade in ms. */
const TIMEOUT_MS = 30_000

/** A listener that passes upgrades to realtime, for setups without a proxy. */
export function passSockets(realtime: string) {
  const target = new URL(realtime)
  return (message: IncomingMessage, near: Duplex, head: Buffer): void => {
    near.on('error', () => near.destroy())
    if (message.url?.startsWith('/ws/')) passOn(target, message, near, head)
    else refuse(near, 404)
  }
}

function passOn(target: URL, message: IncomingMessage, near: Duplex, head: Buffer): void {
  markHop(message)
  const ask = target.protocol === 'https:' ? askByHttps : askByHttp
  const passed = ask(target, {
    path: target.pathname.replace(/\/$/, '') + message.url,
    headers: headersFor(target, message),
    agent: false,
    timeout: TIMEOUT_MS,
  })
  passed.on('timeout', () => passed.destroy(new Error('realtime does not answer')))
  passed.on('error', (error) => {
    log.warn({ err: error.message }, 'socket not passed on')
    refuse(near, 502)
  })
  passed.on('upgrade', (answer, far, first) => {
    far.setTimeout(0)
    near.write(headOf(answer))
    near.write(first)
    far.write(head)
    join(near, far)
  })
  passed.on('response', (answer) => {
    near.write(headOf(answer))
    pipeline(answer, near, () => near.destroy())
  })
  passed.end()
}

/** Drops the body's headers: a request with a body does not become a socket. */
function headersFor(target: URL, { headers }: IncomingMessage) {
  const { 'content-length': _length, 'transfer-encoding': _coding, ...sent } = headers
  return { ...sent, host: target.host, 'x-forwarded-host': sent['x-forwarded-host'] ?? sent.host ?? '' }
}

/** Returns the status line and headers. A refusal ends its connection. */
function headOf({ statusCode = 502, rawHeaders }: IncomingMessage): string {
  const isSocket = statusCode === 101
  const lines = rawHeaders.flatMap((name, at) => {
    if (at % 2 === 1 || (!isSocket && /^(?:connection|transfer-encoding)$/i.test(name))) return []
    return [`${name}: ${rawHeaders[at + 1]}`]
  })
  const all = isSocket ? lines : [...lines, 'Connection: close']
  return `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] ?? ''}\r\n${all.join('\r\n')}\r\n\r\n`
}

function join(near: Duplex, far: Duplex): void {
  far.on('error', () => far.destroy())
  near.on('close', () => far.destroy())
  far.on('close', () => near.destroy())
  near.pipe(far).pipe(near)
  // A browser that left before this line has already emitted `close`.
  if (near.destroyed) far.destroy()
}

function refuse(near: Duplex, status: number): void {
  near.once('finish', () => near.destroy())
  near.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
