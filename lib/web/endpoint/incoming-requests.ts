import { subscribe } from 'node:diagnostics_channel'
import { IncomingMessage } from 'node:http'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { forwardedFor } from '#lib/core/request-source.ts'
import { closeOnUnreadBodies } from '#lib/core/unread-bodies.ts'

const prepared = processSingleton('incoming-requests', prepare)

/**
 * From now on changes every request of this process's http server before Next reads it, because route handlers do not see
 * the socket, and Next fails on some requests. A second call changes nothing.
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
    dropEndlessHeaders(message.request)
    repairPath(message.request)
    repairMethod(message.request)
  })
  return true
}

/**
 * Ends X-Forwarded-For with the address of the socket. Next writes the header only where the client sent none, so without
 * this a client could claim any address.
 */
function appendPeer(request: IncomingMessage): void {
  request.headers['x-forwarded-for'] = forwardedFor(request)
}

/**
 * Removes headers of Next's own client where `rsc` is not among them. Next would answer with a part of the page, and a cache
 * that does not know Next would store it as the page. Also removes policies, which only our own code may put into a request.
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

/** Characters of headers that Next and libraries read by regular expressions, some of which take ages for thousands of blanks. */
const longest: Readonly<Record<string, number>> = {
  accept: 1_024,
  'accept-encoding': 256,
  'accept-language': 256,
  'cache-control': 256,
  'content-type': 256,
  'if-none-match': 1_024,
  range: 256,
}

/** Removes headers that are longer than any client writes them. */
function dropEndlessHeaders({ headers }: IncomingMessage): void {
  for (const [name, most] of Object.entries(longest))
    if ((headers[name]?.length ?? 0) > most) delete headers[name]
}

/**
 * Escapes the percent signs of a path that can not be decoded, on which Next fails with a bare 500. The path then names
 * nothing and is answered with 404.
 */
function repairPath(request: IncomingMessage): void {
  const { url = '/' } = request
  // A client may write the whole address, as to a proxy.
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

/** Turns unknown methods into PUT, which is answered with 405 as no call takes it. Next itself fails on TRACE. */
function repairMethod(request: IncomingMessage): void {
  if (!known.has(request.method ?? '')) request.method = 'PUT'
}
