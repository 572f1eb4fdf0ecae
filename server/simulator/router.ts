// A small router on node:http: exact paths and `:name` parts, JSON bodies, streams.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { toJson } from './figures.ts'
import { Refusal, type Reply } from './refusal.ts'

export type Call = {
  method: string
  path: string
  params: Record<string, string>
  query: URLSearchParams
  headers: IncomingMessage['headers']
  /** The parsed JSON body, undefined where there is none. */
  body: unknown
}
export type Handler = (call: Call) => Reply | Promise<Reply>
type Route = { method: string; parts: string[]; handler: Handler }

const bodyLimit = 16 * 1024 * 1024
const htmlHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

export class Router {
  #routes: Route[] = []
  /** Sees every call and its answer. */
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
      const handler = this.#find(call)
      return await handler(call)
    } catch (error) {
      if (error instanceof Refusal) return error.toReply()
      // The caller hung up before it had asked.
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
      throw new Refusal('404.001.01', 'Resource not found')
    }
    route.parts.forEach((part, index) => {
      if (part.startsWith(':')) call.params[part.slice(1)] = decode(parts[index] ?? '')
    })
    return route.handler
  }
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
    throw new Refusal('404.001.01', 'Resource not found')
  }
}

/** Reads to the end even what is too large: otherwise the refusal would be lost with the connection. */
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
  response.writeHead(reply.status, { ...htmlHeaders, 'content-type': type }).end(text)
}
