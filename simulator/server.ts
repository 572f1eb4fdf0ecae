import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { toJson } from './mpesa/formats.ts'
import { Refusal } from './refusals.ts'

export type Reply =
  | { status: number; json: unknown }
  | { status: number; text: string; type: string }
  | { stream: (write: (chunk: string) => void) => () => void }
  | { location: string }
  | 'cut'

export type Call = {
  method: string
  path: string
  params: Record<string, string>
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: unknown
}
export type Handler = (call: Call) => Reply | Promise<Reply>
type Route = { method: string; parts: string[]; handler: Handler }

const bodyLimit = 16 * 1024 * 1024

export class Router {
  #routes: Route[] = []
  readonly #seen: (call: Call, status: number) => void
  readonly #onError: (error: unknown) => void

  constructor(options: { seen: (call: Call, status: number) => void; onError: (error: unknown) => void }) {
    this.#seen = options.seen
    this.#onError = options.onError
  }

  on(method: string, path: string, handler: Handler): void {
    this.#routes.push({ method, parts: path.split('/'), handler })
  }

  createServer(): Server {
    return createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
      void this.#answer(request, response)
    })
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '/', search = ''] = (request.url ?? '/').split('?', 2)
    const call: Call = {
      method: request.method ?? 'GET',
      path: path.length > 1 ? path.replace(/\/$/, '') : '/',
      params: {},
      query: new URLSearchParams(search),
      headers: request.headers,
      body: undefined,
    }
    const reply = await this.#run(call, request)
    this.#seen(call, reply === 'cut' ? 0 : 'status' in reply ? reply.status : 200)
    send(reply, request, response)
  }

  async #run(call: Call, request: IncomingMessage): Promise<Reply> {
    try {
      call.body = await readBody(request)
      return await this.#find(call)(call)
    } catch (error) {
      if (error instanceof Refusal) return error.toReply()
      // The caller closed the connection.
      if (request.destroyed && !request.complete) return 'cut'
      this.#onError(error)
      return new Refusal('500.003.1001', 'Internal Server Error').toReply()
    }
  }

  #find(call: Call): Handler {
    const parts = call.path.split('/')
    const matching = this.#routes.filter((route) => matches(route.parts, parts))
    const route = matching.find((one) => one.method === call.method)
    if (!route) {
      if (matching.length > 0) throw new Refusal('405.001', 'Method Not Allowed')
      throw notFound()
    }
    route.parts.forEach((part, index) => {
      if (part.startsWith(':')) call.params[part.slice(1)] = decode(parts[index] ?? '')
    })
    return route.handler
  }
}

export function notFound(): Refusal {
  return new Refusal('404.001.01', 'Resource not found')
}

function matches(pattern: readonly string[], parts: readonly string[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]))
  )
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw notFound()
  }
}

/** Reads even a too large body to its end, so that the refusal is not lost. */
async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const piece: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
    size += piece.length
    if (size <= bodyLimit) chunks.push(piece)
  }
  if (size > bodyLimit) throw new Refusal('413.001', 'Request Entity Too Large')
  if (size === 0) return undefined
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw new Refusal('400.002.02', 'Bad Request - Invalid JSON')
  }
}

function send(reply: Reply, request: IncomingMessage, response: ServerResponse): void {
  if (reply === 'cut') {
    request.socket.destroy()
    return
  }
  if ('location' in reply) {
    response.writeHead(303, { location: reply.location }).end()
    return
  }
  if ('stream' in reply) {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    const end = reply.stream((chunk) => response.write(chunk))
    response.on('close', end)
    return
  }
  const text = 'json' in reply ? toJson(reply.json) : reply.text
  const type = 'json' in reply ? 'application/json;charset=UTF-8' : reply.type
  const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'content-type': type }
  response.writeHead(reply.status, headers).end(text)
}

export class Listener {
  #port = 0
  readonly #server: Server
  readonly #host: string

  constructor(server: Server, host: string) {
    this.#server = server
    this.#host = host
  }

  /**
   * Opens the port; 0 takes a free one.
   * @returns the address without a trailing slash
   * @throws Error with the system's code
   */
  async open(port: number): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, this.#host, () => {
        this.#server.off('error', reject)
        resolve()
      })
    })
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('The simulator needs a port.')
    this.#port = address.port
    return `http://${this.#host}:${this.#port}`
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
  }

  async reopen(): Promise<void> {
    if (!this.#server.listening) await this.open(this.#port)
  }
}

/** A logged request without secrets; `status` 0 means a cut connection. */
export type SeenRequest = { at: string; method: string; path: string; status: number; body: unknown }

const MOST_REQUESTS = 2_000
const secrets = new Set(['Password', 'SecurityCredential'])

/** The latest API requests, for tests. */
export class RequestLog {
  #seen: SeenRequest[] = []

  add(call: Call, status: number, at: Date): void {
    const { method, path } = call
    if (!/^\/(mpesa|oauth|pulltransactions)\//.test(path)) return
    const body: unknown = JSON.parse(
      JSON.stringify(call.body ?? null, (key, value: unknown) => (secrets.has(key) ? '…' : value)),
    )
    this.#seen.push({ at: at.toISOString(), method, path, status, body })
    if (this.#seen.length > MOST_REQUESTS) this.#seen.splice(0, this.#seen.length - MOST_REQUESTS)
  }

  /** Returns requests, oldest first. */
  list(path?: string): readonly SeenRequest[] {
    return path === undefined ? this.#seen : this.#seen.filter((one) => one.path === path)
  }

  clear(): void {
    this.#seen = []
  }
}
