// The shipped nginx before test servers for web and realtime, which echo the request that reached them.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request as openRequest, type Server, type ServerResponse } from 'node:http'
import { request as openSecureRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { findFreePort } from '#server/local/free-port.ts'
import { runNginx, writeNginxConfiguration } from '../../support/nginx.ts'

const seenSchema = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  body: z.string(),
  by: z.string(),
})
/** A request as an upstream received it. */
export type Seen = z.infer<typeof seenSchema>

export type Answer = { status: number; headers: Record<string, string>; text: string; cache: string }

export type Asked = {
  method?: string
  headers?: Record<string, string | string[]>
  body?: string
  /** By TLS, without checking the certificate. */
  isSecure?: boolean
}

export interface ProxyStage {
  readonly port: number
  /** Sends a request exactly as written. */
  ask(path: string, asked?: Asked): Promise<Answer>
  /** Makes nginx flush its access log, and returns it. May take a moment. */
  readLog(): string
  /** nginx's error log. */
  readErrors(): string
  /** Requests that reached web and realtime. */
  readonly seen: readonly Seen[]
  /** Overrides the upstream's echo if the rule returns true. */
  answerBy(rule: (seen: Seen, response: ServerResponse) => boolean): void
  close(): Promise<void>
}

export type StageOptions = {
  /** The directory of tls.crt and tls.key, to serve TLS. */
  certificate?: string
  /** Caches as long as shipped; otherwise nothing cached expires during a test. */
  isAsShipped?: boolean
}

export async function openProxyStage({ certificate, isAsShipped }: StageOptions = {}): Promise<ProxyStage> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'ngoma-proxy-'))
  const seen: Seen[] = []
  let rule: (seen: Seen, response: ServerResponse) => boolean = () => false
  const open = async (by: string) => {
    const server = createServer(async (request, response) => {
      const chunks = await request.toArray()
      const { method = '', url = '', headers } = request
      const one = seenSchema.parse({ method, url, headers, body: Buffer.concat(chunks).toString(), by })
      seen.push(one)
      if (!rule(one, response)) echo(one, response)
    })
    server.on('upgrade', ({ method = '', url = '', headers }, socket) => {
      seen.push(seenSchema.parse({ method, url, headers, body: '', by }))
      socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return server
  }
  const [web, realtime] = await Promise.all([open('web'), open('realtime')])
  const port = await findFreePort()
  const file = writeNginxConfiguration({
    directory: path.join(dataDir, 'nginx'),
    port,
    web: portOf(web),
    realtime: portOf(realtime),
    workers: 1,
    keepsFor: isAsShipped ? undefined : 600,
    certificate,
  })
  const nginx = await runNginx('nginx', file, port, dataDir)
  return {
    port,
    ask: (at, asked) => ask(port, at, asked),
    readLog: () => {
      process.kill(nginx.pid, 'SIGUSR1')
      return readFileSync(path.join(dataDir, 'nginx/log/access.log'), 'utf8')
    },
    readErrors: () => readFileSync(path.join(dataDir, 'nginx/log/error.log'), 'utf8'),
    seen,
    answerBy: (next) => {
      rule = next
    },
    close: async () => {
      await nginx.end()
      for (const server of [web, realtime]) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
      rmSync(dataDir, { recursive: true })
    },
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

/**
 * Like Next as far as the type goes: `rsc: 1` or a requested segment gives page data. The body is the
 * request, so that whatever reached the upstream is visible.
 */
export function echo(one: Seen, response: ServerResponse, headers: Record<string, string> = {}): void {
  const isData = one.headers.rsc === '1' || one.headers['next-router-segment-prefetch'] !== undefined
  const isPage = !/^\/(?:api|media|_next|share|stills)\//.test(one.url)
  const page = {
    'content-type': isData ? 'text/x-component' : 'text/html; charset=utf-8',
    'cache-control': 's-maxage=5, stale-while-revalidate=10',
    vary: 'rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch',
  }
  const type = /\.(?:png|avif)$/.test(one.url) ? 'image/png' : 'application/json'
  const other = { 'content-type': type, 'cache-control': 'public, max-age=600' }
  const text = JSON.stringify(one)
  const length = { 'content-length': String(Buffer.byteLength(text)) }
  response.writeHead(200, { ...(isPage ? page : other), ...length, ...headers }).end(text)
}

function ask(
  port: number,
  at: string,
  { method = 'GET', headers, body, isSecure }: Asked = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const open = isSecure ? openSecureRequest : openRequest
    const asked = open(
      { host: '127.0.0.1', port, method, path: at, headers, agent: false, rejectUnauthorized: false },
      async (response) => {
        const chunks = await response.toArray()
        const given = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(given),
          text: Buffer.concat(chunks).toString(),
          cache: String(response.headers['x-cache'] ?? ''),
        })
      },
    )
    asked.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve({ status: response.statusCode ?? 0, headers: {}, text: '', cache: '' })
    })
    asked.on('error', reject)
    asked.end(body)
  })
}
