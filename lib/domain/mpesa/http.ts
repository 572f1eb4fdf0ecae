import { Histogram } from 'prom-client'
import { Agent, request } from 'undici'
import { cutText } from '#lib/contract/cut-text.ts'
import { env } from '#lib/core/env.ts'
import { defineMetrics } from '#lib/core/metrics.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'

export type DarajaAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  /** No request was sent. */
  | { readonly kind: 'unreached'; readonly reason: string }
  /** The request may have been received. */
  | { readonly kind: 'lost'; readonly reason: string }

const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

const connections = processSingleton('daraja-connections', () => new Agent({ pipelining: 1 }))

const durations = defineMetrics(
  'metrics-mpesa',
  (registers) =>
    new Histogram({
      name: 'ngoma_mpesa_request_duration_seconds',
      help: "Duration of requests to M-Pesa by path and outcome: the answer's status class, unreached or lost",
      labelNames: ['path', 'outcome'],
      buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 16],
      registers,
    }),
)

type DarajaCall = { method: 'GET' | 'POST'; authorization: string; body?: unknown }

/** Calls once: only the caller knows if a retry is safe. The body is parsed JSON, else text. */
export async function callDaraja(path: string, init: DarajaCall): Promise<DarajaAnswer> {
  const stop = durations.startTimer({ path: path.split('?', 1)[0] ?? '' })
  const answer = await callOnce(path, init)
  stop({ outcome: answer.kind === 'answered' ? `${String(answer.status).charAt(0)}xx` : answer.kind })
  return answer
}

async function callOnce(path: string, init: DarajaCall): Promise<DarajaAnswer> {
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

/** If the host has several addresses, Node reports an AggregateError. */
function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error instanceof AggregateError) return errorCode(error.errors[0])
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
