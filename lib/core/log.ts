import pino from 'pino'
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

/** The process's log: one JSON object a line. Children carry the part's name. */
export const log = pino({
  level: env.LOG_LEVEL,
  redact: { paths: redact.flatMap((name) => [name, `*.${name}`]), censor: '[hidden]' },
})

/** `2547…678`: enough to recognise a phone, too little to call it. */
export function maskPhone(phone: string): string {
  return phone.length > 7 ? `${phone.slice(0, 4)}…${phone.slice(-3)}` : '…'
}
