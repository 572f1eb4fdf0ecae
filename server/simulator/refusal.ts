// How Daraja says no.
import { newRequestId } from './identifiers.ts'

/** An answer of the router: JSON or HTML, a stream that stays open, or a connection cut without a word. */
export type Reply =
  | { status: number; json: unknown }
  | { status: number; text: string; type: string }
  | { stream: (write: (chunk: string) => void) => () => void }
  | { location: string }
  | 'cut'

/** Ends a request with `{requestId, errorCode, errorMessage}`; the code's first three digits are the HTTP status. */
export class Refusal extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }

  toReply(): Reply {
    const status = Number(this.code.slice(0, 3))
    return { status, json: { requestId: newRequestId(), errorCode: this.code, errorMessage: this.message } }
  }
}

export function invalidField(field: string): Refusal {
  return new Refusal('400.002.02', `Bad Request - Invalid ${field}`)
}

/** What the gateway answers before Daraja sees the request. */
export function spikeArrest(perMinute: number): Reply {
  const faultstring = `Spike arrest violation. Allowed rate : ${perMinute}pm`
  const detail = { errorcode: 'policies.ratelimit.SpikeArrestViolation' }
  return { status: 429, json: { fault: { faultstring, detail } } }
}
