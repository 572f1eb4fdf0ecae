import { env } from '#lib/core/env.ts'

/** What came back from Daraja, or how nothing came back. */
export type DarajaAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  /** No connection was made, so nothing was asked. */
  | { readonly kind: 'unreached'; readonly reason: string }
  /** It may have been asked: time-out, lost connection. */
  | { readonly kind: 'lost'; readonly reason: string }

const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/**
 * One HTTP call to Daraja, without any retry: what is safe to repeat is the caller's knowledge.
 * The answer's body is parsed JSON, or the text where it is none.
 */
export async function callDaraja(
  path: string,
  init: { method: 'GET' | 'POST'; authorization: string; body?: unknown },
): Promise<DarajaAnswer> {
  try {
    const response = await fetch(`${env.MPESA_BASE_URL}${path}`, {
      method: init.method,
      headers: { authorization: init.authorization, 'content-type': 'application/json' },
      body: init.body === undefined ? undefined : JSON.stringify(init.body),
      signal: AbortSignal.timeout(env.MPESA_TIMEOUT_MS),
      redirect: 'manual',
    })
    const text = await response.text()
    return { kind: 'answered', status: response.status, body: parseJson(text) }
  } catch (error) {
    const reason = errorCode(error)
    return { kind: NEVER_CONNECTED.has(reason) ? 'unreached' : 'lost', reason }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text.slice(0, 1_000)
  }
}

/** The system's word for what went wrong: fetch hides it in `cause`, and behind several addresses in `errors`. */
function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const cause: unknown = error.cause
  if (cause instanceof AggregateError)
    return errorCode(Object.assign(new Error('several'), { cause: cause.errors[0] }))
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code
  return error.name
}
