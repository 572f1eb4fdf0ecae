import { serverClock } from '#lib/client/browser/server-clock.ts'
import { KEPT_AT } from '#lib/client/offline/kept-answers.ts'
import { keptAt } from '#lib/client/offline/kept-at.ts'
import { clearSession, storeSession } from '#lib/client/session/change-session.ts'
import { hasTokens, readTokens } from '#lib/client/session/session.ts'
import { fallbacks } from '#messages/fallbacks.ts'
import { pageLocale } from '../messages/page-locale.ts'
import type { AnswerOf, CallName, ReadName, RequestArgument, RequestOf } from './api-types.ts'
import { errorCode, fallbackMessage, selectErrorMessage } from './error-message.ts'

/** A refused or failed call. `message` is the sentence to show; `status` is 0 where no answer came. */
export class ApiError extends Error {
  readonly status: number
  readonly data: unknown
  readonly code: string
  /** Whether the answer itself had a sentence; otherwise `message` is the general one. */
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

/** A request as it is sent, whatever its call. */
type Request = {
  path?: object
  query?: object
  body?: unknown
  attempt?: string | null
  signal?: AbortSignal
  keepalive?: boolean
}

/**
 * Makes a call of the contract, as in `api('GET /videos/{id}/', { path: { id } })`. Its name, what it takes and what it
 * answers are checked against lib/contract by the compiler. An expired token is renewed and the call sent once more.
 * @throws ApiError
 */
export async function api<Name extends CallName>(
  name: Name,
  ...[request]: RequestArgument<Name>
): Promise<AnswerOf<Name>> {
  return send(name, request ?? {})
}

/** Returns the address of a call, for links to files. */
export function apiAddress<Name extends ReadName>(name: Name, ...[request]: RequestArgument<Name>): string {
  return addressOf(name, request ?? {})
}

const LINE_END = 0x0a

/**
 * Reads a file of a call as it comes, for as long as `signal` lets it.
 * @param onRows is told how many lines have come so far, the heading left out
 * @throws ApiError; where it breaks off in the middle nothing of it is kept
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
  // A wrong password is a 401 too. Sent again because of an old token, it would count as two failures.
  const isTokenRefused = response.status === 401 && errorCode(data) === 'token_not_valid'
  // The call is sent again with the new token. Where the session has ended it is sent as a visitor's, which public calls answer.
  if (isTokenRefused && hasTokens() && ((await refreshOnce(access)) || !hasTokens())) {
    response = await attempt(name, request, readTokens().access)
    data = await readAnswer(response, request.signal)
  }
  if (!response.ok) {
    if (response.status === 404) console.info(`404: ${filled(name, request)}`)
    throw new ApiError(response.status, data)
  }
  // Without a line a few public reads are answered by what the device has kept.
  keptAt.note(addressOf(name, request), response.headers.get(KEPT_AT))
  return data
}

/** The header by which every answer of the API names its request. */
const REQUEST_ID = 'x-request-id'

async function attempt(name: string, request: Request, access: string) {
  const [method] = name.split(' ')
  const headers: Record<string, string> = { Accept: 'application/json', 'Accept-Language': pageLocale() }
  if (request.attempt) headers['Idempotency-Key'] = request.attempt
  if (access) headers.Authorization = `Bearer ${access}`
  // Every write has a body, if only an empty one, but for DELETE, whose path says all.
  const takesBody = method === 'POST' || method === 'PATCH'
  if (takesBody) headers['Content-Type'] = 'application/json'
  try {
    const response = await fetch(addressOf(name, request), {
      method,
      headers,
      body: takesBody ? JSON.stringify(request.body ?? {}) : undefined,
      signal: request.signal,
      keepalive: request.keepalive,
      // The API takes no cookie.
      credentials: 'omit',
      // The API leads nowhere else: a net that sells its access does.
      redirect: 'error',
    })
    // A net that answers in our place has a clock of its own.
    if (response.headers.has(REQUEST_ID)) serverClock.note(response)
    return response
  } catch (error) {
    if (request.signal?.aborted) throw error
    throw new ApiError(0, null)
  }
}

/** Returns the name of a call with its parameters filled in, as in `GET /videos/7/`. */
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
 * Reads what came. What says that all is well and is not the API's was said by something on the way, such as a net that asks to sign in
 * or to buy data first: nobody knows what became of the request.
 * @throws ApiError with status 0 then, and where the line breaks off
 */
async function readAnswer(response: Response, signal: AbortSignal | undefined) {
  const data = await readBody(response).catch(async (error: unknown) => {
    if (signal?.aborted) throw error
    throw new ApiError(0, null)
  })
  // The API's answers are JSON, and where they are nothing they still name the request.
  const isOurs = data === null ? response.headers.has(REQUEST_ID) : typeof data !== 'string'
  if (response.ok && !isOurs) throw new ApiError(0, null)
  return data
}

/** No file of ours is one. */
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

/** Refreshes once for however many calls were refused at a time. @returns false when the person has to sign in again */
function refreshOnce(refused: string): Promise<boolean> {
  if (readTokens().access !== refused) return Promise.resolve(readTokens().access !== '')
  refreshing ??= refreshTokens(refused).finally(() => {
    refreshing = null
  })
  return refreshing
}

async function refreshTokens(refused: string): Promise<boolean> {
  // Tabs share the tokens. The first one refreshes, and the others find the new ones in the storage.
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
  // Somebody has signed in in another tab meanwhile, so the refused token is not theirs.
  if (readTokens().refresh !== refresh) return hasTokens()
  // A server that is down has not refused the token, nor has a page of the net. The person stays signed in, and this call fails.
  const isRefused =
    response.status < 500 && response.status !== 429 && data !== null && typeof data !== 'string'
  if (isRefused) endSession()
  return false
}

/** Removes the tokens, which the server does not accept any more, and the cookie of pages. */
export function endSession(): void {
  clearSession()
  import('#lib/client/session/page-session.ts')
    .then(({ closePageSession }) => closePageSession())
    .catch(() => undefined)
}
