import { trace } from '@opentelemetry/api'
import pino, { type LoggerOptions } from 'pino'
import { env } from './env.ts'
import { isTracing } from './tracing.ts'

// Logs have ids, never tokens, whole phones, addresses or documents.
const redact = [
  'authorization',
  'cookie',
  'password',
  'token',
  'access',
  'refresh',
  'phone',
  'phone_number',
  'secret',
]

/** Phones of twelve digits, as M-Pesa writes them, or ten, as people do. Digits within ids do not match. */
const PHONE = /(?<![\w-])(?:254|0)[17]\d{8}(?![\w-])/g

/**
 * Matches JSON escapes, email addresses and other words whole: an address may follow an escape, and a long
 * word is scanned once.
 */
const ADDRESS =
  /\\(?:u[\da-f]{4}|.)|([\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]*(?:@|%40)((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})|[\p{L}\p{N}._%+-]+/gu

export const logOptions: LoggerOptions = {
  level: env.LOG_LEVEL,
  redact: { paths: redact.flatMap((name) => [name, `*.${name}`]), censor: '[hidden]' },
  serializers: { err: describeError },
  // Postgres and M-Pesa quote phones in messages; mail servers quote addresses.
  hooks: { streamWrite: (line) => line.replace(PHONE, maskPhone).replace(ADDRESS, maskAddress) },
  ...(isTracing ? { mixin: activeSpan } : {}),
}

export const log = pino(logOptions)

function activeSpan() {
  const active = trace.getActiveSpan()?.spanContext()
  return active ? { trace_id: active.traceId, span_id: active.spanId } : {}
}

/** Omits `detail` and `where`, in which a database error quotes the row. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  return {
    type: name,
    message,
    ...('code' in error ? { code: error.code } : {}),
    ...('constraint' in error ? { constraint: error.constraint } : {}),
    stack,
    ...(cause instanceof Error ? { cause: describeError(cause) } : {}),
  }
}

function maskAddress(found: string, first?: string, domain?: string): string {
  return domain === undefined ? found : `${first}…@${domain}`
}

export function maskPhone(phone: string): string {
  return phone.length > 7 ? `${phone.slice(0, 4)}…${phone.slice(-3)}` : '…'
}
