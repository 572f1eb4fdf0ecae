import { subscribe } from 'node:diagnostics_channel'
import { IncomingMessage } from 'node:http'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { forwardedFor } from '#lib/core/request-source.ts'
import { closeOnUnreadBodies } from '#lib/core/unread-bodies.ts'

const prepared = processSingleton('incoming-requests', prepare)

/**
 * Repairs requests before Next reads them: handlers do not see the socket, and Next fails on some requests.
 */
export function prepareIncomingRequests(): void {
  prepared.get()
}

function prepare(): true {
  closeOnUnreadBodies()
  subscribe('http.server.request.start', (message) => {
    if (typeof message !== 'object' || message === null || !('request' in message)) return
    if (!(message.request instanceof IncomingMessage)) return
    appendPeer(message.request)
    dropNextHeaders(message.request)
    dropTraceHeaders(message.request)
    dropEndlessHeaders(message.request)
    repairPath(message.request)
    repairMethod(message.request)
  })
  return true
}

/** Appends the socket's address, so that a client cannot claim another. */
function appendPeer(request: IncomingMessage): void {
  request.headers['x-forwarded-for'] = forwardedFor(request)
}

/**
 * Drops headers of Next's client without `rsc`, because a cache might store the partial page, and policies,
 * which only our own code may set.
 */
function dropNextHeaders({ headers }: IncomingMessage): void {
  if (headers.rsc !== '1') {
    delete headers['next-router-prefetch']
    delete headers['next-router-segment-prefetch']
    delete headers['next-router-state-tree']
  }
  delete headers['content-security-policy']
  delete headers['content-security-policy-report-only']
}

/** A stranger decides neither which requests are traced nor to which trace they belong. */
function dropTraceHeaders({ headers }: IncomingMessage): void {
  for (const name of ['traceparent', 'tracestate', 'baggage']) delete headers[name]
}

/** Maximum characters per header: Next's regular expressions are slow for long blanks. */
const longest: Readonly<Record<string, number>> = {
  accept: 1_024,
  'accept-encoding': 256,
  'accept-language': 256,
  'cache-control': 256,
  'content-type': 256,
  'if-none-match': 1_024,
  range: 256,
}

function dropEndlessHeaders({ headers }: IncomingMessage): void {
  for (const [name, most] of Object.entries(longest))
    if ((headers[name]?.length ?? 0) > most) delete headers[name]
}

/** Next sends a bare 500 for an invalid percent sign; the escaped path gives 404. */
function repairPath(request: IncomingMessage): void {
  const { url = '/' } = request
  // A client may send the whole address, as to a proxy.
  if (/^https?:/i.test(url) && URL.canParse(url)) {
    const { pathname, search } = new URL(url)
    request.url = pathname + search
  }
  const [path = '/', ...query] = (request.url ?? '/').split('?')
  if (path.includes('%') && !isDecodable(path))
    request.url = [path.replaceAll('%', '%25'), ...query].join('?')
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

const known = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Unknown methods become PUT, which gives 405. Next fails on TRACE. */
function repairMethod(request: IncomingMessage): void {
  if (!known.has(request.method ?? '')) request.method = 'PUT'
}
