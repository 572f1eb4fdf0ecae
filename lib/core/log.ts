import pino, { type LoggerOptions } from 'pino'
import { env } from './env.ts'

// Logs carry ids, never tokens, phones in full or documents: what could slip in is blotted out by name.
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

/** Twelve digits as M-Pesa writes a phone, or ten as people do, with nothing on either side that makes them part of an id. */
const PHONE = /(?<![\w-])(?:254|0)[17]\d{8}(?![\w-])/g

/** How every process logs. Exported for its test. */
export const logOptions: LoggerOptions = {
  level: env.LOG_LEVEL,
  redact: { paths: redact.flatMap((name) => [name, `*.${name}`]), censor: '[hidden]' },
  serializers: { err: describeError },
  // Sentences of Postgres and of M-Pesa say what was wrong with the value: "invalid input syntax … 2547…".
  hooks: { streamWrite: (line) => line.replace(PHONE, maskPhone) },
}

/** The process's log: one JSON object a line. Children carry the part's name. */
export const log = pino(logOptions)

/** What may be told of an error: an error of the database also carries the row that it is about, in `detail` and `where`. */
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

/** `2547…678`: enough to recognise a phone, too little to call it. */
export function maskPhone(phone: string): string {
  return phone.length > 7 ? `${phone.slice(0, 4)}…${phone.slice(-3)}` : '…'
}
