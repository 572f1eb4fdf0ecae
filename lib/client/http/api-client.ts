import { clearSession, hasTokens, readTokens, storeSession } from '#lib/client/session/session.ts'
import { errorCode, FALLBACK_MESSAGE, selectErrorMessage } from './error-message.ts'

/** A refused or failed call. `message` is the sentence to show; `status` is 0 where no answer came. */
export class ApiError extends Error {
  readonly status: number
  readonly data: unknown
  readonly code: string
  /** Whether the answer itself carried a sentence; otherwise `message` is the general one. */
  readonly hasSentence: boolean

  constructor(status: number, data: unknown, ownMessage = '') {
    super(selectErrorMessage(data, ownMessage))
    this.name = 'ApiError'
    this.status = status
    this.data = data
    this.code = errorCode(data)
    this.hasSentence = this.message !== FALLBACK_MESSAGE
  }
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
type Query = Record<string, string | number | undefined>
type CallOptions = {
  query?: Query
  body?: unknown
  signal?: AbortSignal
  headers?: Record<string, string>
  /** Goes through although the page is closed in the meantime. */
  keepalive?: boolean
}

/** GET below /api. @throws ApiError */
export function apiGet<Answer>(path: string, options: Omit<CallOptions, 'body'> = {}): Promise<Answer> {
  return send<Answer>('GET', path, options)
}

/** POST below /api with a JSON body. @throws ApiError */
export function apiPost<Answer>(path: string, body: unknown, options: CallOptions = {}): Promise<Answer> {
  return send<Answer>('POST', path, { ...options, body })
}

/** PATCH below /api with a JSON body. @throws ApiError */
export function apiPatch<Answer>(path: string, body: unknown, options: CallOptions = {}): Promise<Answer> {
  return send<Answer>('PATCH', path, { ...options, body })
}

/** DELETE below /api. @throws ApiError */
export function apiDelete<Answer>(path: string, options: Omit<CallOptions, 'body'> = {}): Promise<Answer> {
  return send<Answer>('DELETE', path, options)
}

async function send<Answer>(method: Method, path: string, options: CallOptions): Promise<Answer> {
  const { access } = readTokens()
  let response = await attempt(method, path, options, access)
  let data = await readBody(response)
  // A wrong password is a 401 too: sent again because of an old token, it would count as two failures.
  const isTokenRefused = response.status === 401 && errorCode(data) === 'token_not_valid'
  // Renewed, it is sent with the new token. Where the session has ended it is sent as a visitor's: open calls answer those.
  if (isTokenRefused && hasTokens() && ((await refreshOnce(access)) || !hasTokens())) {
    response = await attempt(method, path, options, readTokens().access)
    data = await readBody(response)
  }
  if (!response.ok) {
    if (response.status === 404) console.info(`404: ${method} ${path}`)
    throw new ApiError(response.status, data)
  }
  return data
}

async function attempt(method: string, path: string, options: CallOptions, access: string) {
  const headers: Record<string, string> = { Accept: 'application/json', ...options.headers }
  if (access) headers.Authorization = `Bearer ${access}`
  if (options.body !== undefined) headers['Content-Type'] = 'application/json'
  try {
    return await fetch(`/api${path}${toSearch(options.query)}`, {
      method,
      headers,
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
      signal: options.signal,
      keepalive: options.keepalive,
      // The API takes no cookie.
      credentials: 'omit',
    })
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new ApiError(0, null)
  }
}

function toSearch(query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return given.length > 0
    ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
    : ''
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

/** One refresh for however many calls were refused together; false when the person has to sign in again. */
function refreshOnce(refused: string): Promise<boolean> {
  if (readTokens().access !== refused) return Promise.resolve(readTokens().access !== '')
  refreshing ??= refreshTokens(refused).finally(() => {
    refreshing = null
  })
  return refreshing
}

async function refreshTokens(refused: string): Promise<boolean> {
  // Tabs share the tokens: the first one refreshes, the others find new ones in the storage.
  return navigator.locks
    ? navigator.locks.request('ngoma-refresh', () => refreshAlone(refused))
    : refreshAlone(refused)
}

async function refreshAlone(refused: string): Promise<boolean> {
  const { access, refresh } = readTokens()
  if (access !== refused) return access !== ''
  if (!refresh) {
    endSession()
    // Spec 1, section 5.
    throw new ApiError(401, null, 'No refresh token available')
  }
  const response = await attempt('POST', '/users/auth/refresh/', { body: { refresh } }, '')
  const data = await readBody(response)
  if (response.ok && typeof data?.access === 'string' && typeof data?.refresh === 'string') {
    storeSession({ access: data.access, refresh: data.refresh })
    return true
  }
  // Somebody has signed in meanwhile, in another tab: what was refused is theirs no more.
  if (readTokens().refresh !== refresh) return hasTokens()
  // A server that is down has not refused the token: stay signed in and let this call fail.
  if (response.status < 500 && response.status !== 429) endSession()
  return false
}

/** The tokens are good for nothing any more: they go, and the cookie of pages with them. */
export function endSession(): void {
  clearSession()
  import('#lib/client/session/page-session.ts')
    .then(({ closePageSession }) => closePageSession())
    .catch(() => undefined)
}
