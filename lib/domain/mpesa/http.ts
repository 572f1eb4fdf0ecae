import { Agent, request } from 'undici'
import { cutText } from '#lib/contract/cut-text.ts'
import { env } from '#lib/core/env.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'

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

/** Connections are kept and used again, each by one call at a time. */
const connections = processSingleton('daraja-connections', () => new Agent({ pipelining: 1 }))

/**
 * One HTTP call to Daraja, without any retry: what is safe to repeat is the caller's knowledge. Redirects are not followed.
 * The answer's body is parsed JSON, or the text where it is none.
 */
export async function callDaraja(
  path: string,
  init: { method: 'GET' | 'POST'; authorization: string; body?: unknown },
): Promise<DarajaAnswer> {
  try {
    const { statusCode, body } = await request(`${env.MPESA_BASE_URL}${path}`, {
      dispatcher: connections.get(),
      method: init.method,
      headers: {
        authorization: init.authorization,
        accept: '*/*',
        'content-type': 'application/json',
        'user-agent': 'ngoma',
      },
      ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
      signal: AbortSignal.timeout(env.MPESA_TIMEOUT_MS),
    })
    return { kind: 'answered', status: statusCode, body: parseJson(await body.text()) }
  } catch (error) {
    const reason = errorCode(error)
    return { kind: NEVER_CONNECTED.has(reason) ? 'unreached' : 'lost', reason }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return cutText(text, 1_000)
  }
}

/** The system's word for what went wrong; behind several addresses it is in `errors`. */
function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error instanceof AggregateError) return errorCode(error.errors[0])
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
