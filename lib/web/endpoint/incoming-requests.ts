import { subscribe } from 'node:diagnostics_channel'
import { IncomingMessage } from 'node:http'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { forwardedFor } from '#lib/core/request-source.ts'
import { closeOnUnreadBodies } from '#lib/core/unread-bodies.ts'

const prepared = processSingleton('incoming-requests', prepare)

/**
 * From now on looks at every request that this process's http server has read, before anything else does: route
 * handlers see neither the socket, nor what Next cannot read. Called again it changes nothing.
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
    dropStrayHeaders(message.request)
    mendPath(message.request)
    mendMethod(message.request)
  })
  return true
}

/**
 * Ends X-Forwarded-For with the address of the socket. Next writes it only where a client sent no such header itself;
 * so without this anyone could claim to be anyone.
 */
function appendPeer(request: IncomingMessage): void {
  request.headers['x-forwarded-for'] = forwardedFor(request)
}

/**
 * What Next takes for its own client's only together with `rsc`, and answers with a part of a page without it too: a cache
 * that does not know Next would keep that as the page. A policy in a request is one that our own code has put there.
 */
function dropStrayHeaders({ headers }: IncomingMessage): void {
  if (headers.rsc !== '1') {
    delete headers['next-router-prefetch']
    delete headers['next-router-segment-prefetch']
    delete headers['next-router-state-tree']
  }
  delete headers['content-security-policy']
  delete headers['content-security-policy-report-only']
}

/**
 * A path that cannot be decoded makes Next fail with a bare 500. With its percent signs taken literally it names
 * nothing, and is answered so.
 */
function mendPath(request: IncomingMessage): void {
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

/** Next fails on TRACE, and answers other methods without a word. No call takes PUT: as such they are told 405. */
function mendMethod(request: IncomingMessage): void {
  if (!known.has(request.method ?? '')) request.method = 'PUT'
}
