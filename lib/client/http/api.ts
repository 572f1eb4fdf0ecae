import { serverClock } from '#lib/client/browser/server-clock.ts'
import { CACHED_AT } from '#lib/client/offline/cached-answers.ts'
import { cachedAt } from '#lib/client/offline/cached-at.ts'
import { clearSession, storeSession } from '#lib/client/session/change-session.ts'
import { hasTokens, readTokens } from '#lib/client/session/session.ts'
import { fallbacks } from '#messages/fallbacks.ts'
import { pageLocale } from '../messages/page-locale.ts'
import type { AnswerOf, CallName, ReadName, RequestArgument, RequestOf } from './api-types.ts'
import { errorCode, fallbackMessage, selectErrorMessage } from './error-message.ts'

/** A failed call; `status` 0 without an answer. */
export class ApiError extends Error {
  readonly status: number
  readonly data: unknown
  readonly code: string
  readonly hasSentence: boolean

  constructor(status: number, data: unknown, ownMessage = '') {
    super(selectErrorMessage(data, ownMessage))
    this.name = 'ApiError'
    this.status = status
    this.data = data
    this.code = errorCode(data)
    this.hasSentence = this.message !== fallbackMessage()
  }
}

type Request = {
  path?: object
  query?: object
  body?: unknown
  attempt?: string | null
  signal?: AbortSignal
  keepalive?: boolean
}

/**
 * `api('GET /videos/{id}/', { path: { id } })`. Renews an expired token and retries once. @throws ApiError
 */
export async function api<Name extends CallName>(
  name: Name,
  ...[request]: RequestArgument<Name>
): Promise<AnswerOf<Name>> {
  return send(name, request ?? {})
}

/** A call's address for links to files. */
export function apiAddress<Name extends ReadName>(name: Name, ...[request]: RequestArgument<Name>): string {
  return addressOf(name, request ?? {})
}

const LINE_END = 0x0a

/**
 * Downloads a call's file.
 * @param onRows gets the number of lines so far, without the heading
 * @throws ApiError
 */
export async function apiFile<Name extends ReadName>(
  name: Name,
  request: RequestOf<Name>,
  onRows: (rows: number) => void,
): Promise<Blob> {
  const { access } = readTokens()
  let response = await attempt(name, request, access)
  if (response.status === 401 && hasTokens() && (await refreshOnce(access)))
    response = await attempt(name, request, readTokens().access)
  if (!response.ok || !response.body) {
    throw new ApiError(response.status, await readBody(response))
  }
  if (isPage(response)) throw new ApiError(0, null)
  const parts: Uint8Array<ArrayBuffer>[] = []
  let rows = -1
  const reader = response.body.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      if (request.signal?.aborted) throw error
      throw new ApiError(0, null)
    })
    if (done) break
    parts.push(value)
    for (const byte of value) if (byte === LINE_END) rows += 1
    onRows(Math.max(0, rows))
  }
  return new Blob(parts)
}

async function send(name: string, request: Request) {
  const { access } = readTokens()
  let response = await attempt(name, request, access)
  let data = await readAnswer(response, request.signal)
  // A wrong password is a 401 too: a retry would count two failures.
  const isTokenRefused = response.status === 401 && errorCode(data) === 'token_not_valid'
  // After the session ends, public calls accept a request without a token.
  if (isTokenRefused && hasTokens() && ((await refreshOnce(access)) || !hasTokens())) {
    response = await attempt(name, request, readTokens().access)
    data = await readAnswer(response, request.signal)
  }
  if (!response.ok) {
    if (response.status === 404) console.info(`404: ${filled(name, request)}`)
    throw new ApiError(response.status, data)
  }
  // Offline, the device's cache answers a few public reads.
  cachedAt.note(addressOf(name, request), response.headers.get(CACHED_AT))
  return data
}

/** Header of every answer of the API. */
const REQUEST_ID = 'x-request-id'

async function attempt(name: string, request: Request, access: string) {
  const [method] = name.split(' ')
  const headers: Record<string, string> = { Accept: 'application/json', 'Accept-Language': pageLocale() }
  if (request.attempt) headers['Idempotency-Key'] = request.attempt
  if (access) headers.Authorization = `Bearer ${access}`
  // Every write but DELETE has a body.
  const takesBody = method === 'POST' || method === 'PATCH'
  if (takesBody) headers['Content-Type'] = 'application/json'
  try {
    const response = await fetch(addressOf(name, request), {
      method,
      headers,
      body: takesBody ? JSON.stringify(request.body ?? {}) : undefined,
      signal: request.signal,
      keepalive: request.keepalive,
      credentials: 'omit',
      // Only a captive portal redirects.
      redirect: 'error',
    })
    // Other answers may come from a captive portal, which has its own clock.
    if (response.headers.has(REQUEST_ID)) serverClock.note(response)
    return response
  } catch (error) {
    if (request.signal?.aborted) throw error
    throw new ApiError(0, null)
  }
}

function filled(name: string, { path = {} }: Request): string {
  return Object.entries(path).reduce(
    (text, [key, value]) => text.replace(`{${key}}`, encodeURIComponent(value)),
    name,
  )
}

function addressOf(name: string, request: Request): string {
  const [, path] = filled(name, request).split(' ')
  const given = Object.entries(request.query ?? {}).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)]))
  return `/api${path}${given.length > 0 ? `?${search}` : ''}`
}

/**
 * Reads a call's answer. A success that is not the API's comes from a captive portal: the outcome is unknown.
 * @throws ApiError with status 0 for such an answer or a lost connection
 */
async function readAnswer(response: Response, signal: AbortSignal | undefined) {
  const data = await readBody(response).catch(async (error: unknown) => {
    if (signal?.aborted) throw error
    throw new ApiError(0, null)
  })
  // The API's answers are JSON; empty ones have the request id.
  const isOurs = data === null ? response.headers.has(REQUEST_ID) : typeof data !== 'string'
  if (response.ok && !isOurs) throw new ApiError(0, null)
  return data
}

function isPage(response: Response): boolean {
  return /^text\/html\b/.test(response.headers.get('content-type') ?? '')
}

async function readBody(response: Response) {
  const text = await response.text()
  if (!text) return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

let refreshing: Promise<boolean> | null = null

/** One refresh for all calls refused together. @returns false if the user must sign in again */
function refreshOnce(refused: string): Promise<boolean> {
  if (readTokens().access !== refused) return Promise.resolve(readTokens().access !== '')
  refreshing ??= refreshTokens(refused).finally(() => {
    refreshing = null
  })
  return refreshing
}

async function refreshTokens(refused: string): Promise<boolean> {
  // Tabs share the tokens: the first refreshes, others read the result.
  return navigator.locks
    ? navigator.locks.request('ngoma-refresh', () => refreshAlone(refused))
    : refreshAlone(refused)
}

async function refreshAlone(refused: string): Promise<boolean> {
  const { access, refresh } = readTokens()
  if (access !== refused) return access !== ''
  if (!refresh) {
    endSession()
    throw new ApiError(401, null, fallbacks.signedOut[pageLocale()])
  }
  const response = await attempt('POST /users/auth/refresh/' satisfies CallName, { body: { refresh } }, '')
  const data = await readAnswer(response, undefined)
  if (response.ok && typeof data?.access === 'string' && typeof data?.refresh === 'string') {
    storeSession({ access: data.access, refresh: data.refresh })
    return true
  }
  // Another tab signed in meanwhile.
  if (readTokens().refresh !== refresh) return hasTokens()
  // A failing server has not refused the token: the user stays signed in.
  const isRefused =
    response.status < 500 && response.status !== 429 && data !== null && typeof data !== 'string'
  if (isRefused) endSession()
  return false
}

export function endSession(): void {
  clearSession()
  import('#lib/client/session/page-session.ts')
    .then(({ closePageSession }) => closePageSession())
    .catch(() => undefined)
}
