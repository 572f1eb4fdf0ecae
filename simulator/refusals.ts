// How Daraja refuses a request.
import type { z } from 'zod'
import type { SentError } from '#lib/daraja/answers.ts'
import { newRequestId } from './mpesa/formats.ts'

/** Ends a request with `{requestId, errorCode, errorMessage}`; the code's first three digits are the HTTP status. */
export class Refusal extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }

  toReply() {
    const status = Number(this.code.slice(0, 3))
    const json: SentError = { requestId: newRequestId(), errorCode: this.code, errorMessage: this.message }
    return { status, json }
  }
}

export function invalidField(field: string): Refusal {
  return new Refusal('400.002.02', `Bad Request - Invalid ${field}`)
}

/** Parses a request's body. @throws Refusal 400.002.02 that names the first wrong field */
export function parseFields<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path[0]
  throw invalidField(field === undefined ? 'Request Body' : String(field))
}

/** The answer of Safaricom's gateway to too many calls. */
export function spikeArrest(perMinute: number) {
  const faultstring = `Spike arrest violation. Allowed rate : ${perMinute}pm`
  const detail = { errorcode: 'policies.ratelimit.SpikeArrestViolation' }
  return { status: 429, json: { fault: { faultstring, detail } } }
}
