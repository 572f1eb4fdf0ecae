import pino, { type LoggerOptions } from 'pino'
import { env } from './env.ts'

// Logs have ids, never tokens, whole phones, addresses or documents: fields that could hold those are removed by their names.
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

/** Twelve digits as M-Pesa writes a phone, or ten as people do, unless they are part of an id. */
const PHONE = /(?<![\w-])(?:254|0)[17]\d{8}(?![\w-])/g

/**
 * An escape of JSON, or an address of mail, also one in a URL, or another word: these are taken whole, so that an address begins
 * after an escape, and a long word is gone through once.
 */
const ADDRESS =
  /\\(?:u[\da-f]{4}|.)|([\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]*(?:@|%40)((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})|[\p{L}\p{N}._%+-]+/gu

/** The settings of every process's log. They are exported for their test. */
export const logOptions: LoggerOptions = {
  level: env.LOG_LEVEL,
  redact: { paths: redact.flatMap((name) => [name, `*.${name}`]), censor: '[hidden]' },
  serializers: { err: describeError },
  // Messages of Postgres and M-Pesa may quote a phone: "invalid input syntax … 2547…". Those of mail servers quote addresses.
  hooks: { streamWrite: (line) => line.replace(PHONE, maskPhone).replace(ADDRESS, maskAddress) },
}

/** The process's log, one JSON object a line. Child logs have the part's name. */
export const log = pino(logOptions)

/** Picks what may be logged of an error: a database error also quotes the row that it is about, in `detail` and `where`. */
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

/** Masks a phone as `2547…678`: enough to recognise it, too little to call it. */
export function maskPhone(phone: string): string {
  return phone.length > 7 ? `${phone.slice(0, 4)}…${phone.slice(-3)}` : '…'
}
