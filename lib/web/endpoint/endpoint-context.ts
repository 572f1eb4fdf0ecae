import type { Call } from '#lib/contract/call.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import type { Input } from './read-input.ts'

/** `actor` is null only for public calls. */
export type EndpointContext<C extends Call> = Input<C> & {
  actor: C['access'] extends 'public' ? Actor | null : Actor
  address: string
  requestId: string
  /** Null without a key, or if the call is not `idempotent`. */
  idempotencyKey: string | null
  request: Request
}
