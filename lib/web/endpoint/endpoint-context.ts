import type { Call } from '#lib/contract/call.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import type { Input } from './read-input.ts'

/** The input of a handler. `actor` is null only where the call is public. */
export type EndpointContext<C extends Call> = Input<C> & {
  actor: C['access'] extends 'public' ? Actor | null : Actor
  /** By TRUSTED_PROXY_HOPS, see client-address.ts. */
  address: string
  requestId: string
  /** The key that was sent with a call that is `idempotent` in the contract; null without one. */
  idempotencyKey: string | null
  request: Request
}
