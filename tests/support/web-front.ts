// Web in money tests: the front door, with the route modules instead of Next.
import { createServer, type IncomingMessage, request as openRequest } from 'node:http'
import { env } from '#lib/core/env.ts'
import type { RouteHandler } from '#lib/web/endpoint/endpoint.ts'
import { prepareIncomingRequests } from '#lib/web/endpoint/incoming-requests.ts'
import { openFrontDoor } from '#lib/web/front/front-door.ts'
import * as promptRoute from '../../app/api/gifts/[id]/prompt/route.ts'
import * as giftRoute from '../../app/api/gifts/[id]/route.ts'
import * as claimRoute from '../../app/api/gifts/claim/route.ts'
import * as callbackRoute from '../../app/api/payments/m/[token]/[...kind]/route.ts'
import * as testVoteRoute from '../../app/api/test-vote/route.ts'
import * as completeUploadRoute from '../../app/api/tracking/upload/[id]/complete/route.ts'
import * as initiateUploadRoute from '../../app/api/tracking/upload/initiate/route.ts'
import * as ussdRoute from '../../app/api/ussd/[token]/route.ts'
import * as bulkVoteRoute from '../../app/api/videos/[id]/bulk-vote/route.ts'
import * as subscriptionStatusRoute from '../../app/api/videos/challenge/subscription-status/route.ts'
import * as joinRoute from '../../app/api/videos/challenges/[id]/join/route.ts'
import * as withdrawRoute from '../../app/api/wallet/api/withdraw/initiate/route.ts'

type Params = Record<string, string | string[]>
type Route = {
  pattern: RegExp
  handlers: Record<string, RouteHandler>
  params(found: RegExpExecArray): Params
}

const id = (found: RegExpExecArray) => ({ id: found[1] ?? '' })
const routes: readonly Route[] = [
  {
    pattern: /^\/api\/payments\/m\/([^/]+)\/(.+)$/,
    handlers: callbackRoute,
    params: (found) => ({ token: found[1] ?? '', kind: (found[2] ?? '').split('/') }),
  },
  { pattern: /^\/api\/videos\/([^/]+)\/bulk-vote$/, handlers: bulkVoteRoute, params: id },
  {
    pattern: /^\/api\/videos\/challenge\/subscription-status$/,
    handlers: subscriptionStatusRoute,
    params: () => ({}),
  },
  { pattern: /^\/api\/videos\/challenges\/([^/]+)\/join$/, handlers: joinRoute, params: id },
  { pattern: /^\/api\/gifts\/claim$/, handlers: claimRoute, params: () => ({}) },
  { pattern: /^\/api\/gifts\/([^/]+)\/prompt$/, handlers: promptRoute, params: id },
  { pattern: /^\/api\/gifts\/([^/]+)$/, handlers: giftRoute, params: id },
  {
    pattern: /^\/api\/ussd\/([^/]+)$/,
    handlers: ussdRoute,
    params: (found) => ({ token: found[1] ?? '' }),
  },
  { pattern: /^\/api\/test-vote$/, handlers: testVoteRoute, params: () => ({}) },
  { pattern: /^\/api\/wallet\/api\/withdraw\/initiate$/, handlers: withdrawRoute, params: () => ({}) },
  { pattern: /^\/api\/tracking\/upload\/initiate$/, handlers: initiateUploadRoute, params: () => ({}) },
  { pattern: /^\/api\/tracking\/upload\/([^/]+)\/complete$/, handlers: completeUploadRoute, params: id },
]

/** Starts web's front door. @returns a function that ends it and its connections */
export async function startWebFront(): Promise<() => Promise<void>> {
  prepareIncomingRequests()
  const server = createServer(
    openFrontDoor(async (message, response) => {
      const answer = await route(message).catch(
        (error: unknown) => new Response(String(error), { status: 500 }),
      )
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      response.end(Buffer.from(await answer.arrayBuffer()))
    }),
  )
  await new Promise<void>((resolve) => server.listen(env.WEB_PORT, '127.0.0.1', resolve))
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

async function route(message: IncomingMessage): Promise<Response> {
  const url = new URL(message.url ?? '/', env.PUBLIC_URL)
  const path = decodeURIComponent(url.pathname).replace(/\/$/, '')
  const method = message.method ?? 'GET'
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(Buffer.from(chunk))
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers)) if (value) headers.set(name, String(value))
  const body = method === 'GET' ? undefined : Buffer.concat(chunks)
  for (const { pattern, handlers, params } of routes) {
    const found = pattern.exec(path)
    const handle = handlers[method]
    if (found && handle)
      return handle(new Request(url, { method, headers, body }), { params: Promise.resolve(params(found)) })
  }
  return new Response('no such route', { status: 404 })
}

export type Answer = { status: number; json: Record<string, unknown>; text: string }

export type Sent = {
  method?: 'GET' | 'POST'
  /** Objects are sent as JSON, strings as they are. */
  body?: unknown
  headers?: Record<string, string>
  /** The sender's address in 127.0.0.0/8. */
  from?: string
}

/** Sends a request; `path` starts with /api, or is a whole address. */
export function send(
  path: string,
  { method = 'POST', body, headers, from = '127.0.0.1' }: Sent = {},
): Promise<Answer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? {})
  return new Promise((resolve, reject) => {
    const request = openRequest(
      new URL(path, env.PUBLIC_URL),
      {
        method,
        localAddress: from,
        agent: false,
        headers: { 'content-type': 'application/json', ...headers },
      },
      async (response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(Buffer.from(chunk))
        const answer = Buffer.concat(chunks).toString('utf8')
        resolve({
          status: response.statusCode ?? 0,
          text: answer,
          json: answer.startsWith('{') ? JSON.parse(answer) : {},
        })
      },
    )
    request.on('error', reject)
    request.end(method === 'GET' ? undefined : text)
  })
}
