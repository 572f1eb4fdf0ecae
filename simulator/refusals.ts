import type { z } from 'zod'
import type { SentError } from '#lib/daraja/answers.ts'
import { newRequestId } from './mpesa/formats.ts'

/** An error, answered as `{requestId, errorCode, errorMessage}`. The code begins with the HTTP status. */
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

/** @throws Refusal 400.002.02 with the first wrong field */
export function parseFields<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path[0]
  throw invalidField(field === undefined ? 'Request Body' : String(field))
}

export function spikeArrest(perMinute: number) {
  const faultstring = `Spike arrest violation. Allowed rate : ${perMinute}pm`
  const detail = { errorcode: 'policies.ratelimit.SpikeArrestViolation' }
  return { status: 429, json: { fault: { faultstring, detail } } }
}
