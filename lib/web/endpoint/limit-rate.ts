import type { Call } from '#lib/contract/call.ts'
import { networkOf } from '#lib/core/network.ts'
import { type RateRule, takePoints } from '#lib/core/rate-limit.ts'
import type { EndpointContext } from './endpoint.ts'

/**
 * Allows `points` calls in `seconds` for each address (all of an IPv6 subscriber's count as one), each account (visitors by
 * address), or each value that `by` returns.
 */
export type RateOption<C extends Call> = {
  points: number
  seconds: number
  by: 'address' | 'account' | ((context: EndpointContext<C>) => string)
  /** Calls with invalid input do not count, for limits that a person would reach by mistyping. */
  wellFormedOnly?: true
}

/** Many phones of one network share an address, so this limit stops programs and not people. */
const allWrites: RateRule = { name: 'writes', points: 600, seconds: 60 }

/** Counts calls whose limit needs only the address, before anything is read. @throws RateLimitedError */
export async function limitBeforeReading<C extends Call>(
  call: C,
  rate: RateOption<C> | false | undefined,
  address: string,
): Promise<void> {
  if (rate === false) return
  if (rate && countsBeforeReading(rate)) return takePoints(ruleOf(call, rate), networkOf(address))
  if (call.method !== 'GET') return takePoints(allWrites, networkOf(address))
}

/** Counts calls whose limit needs the account or the input. @throws RateLimitedError */
export async function limitAfterReading<C extends Call>(
  call: C,
  rate: RateOption<C> | false | undefined,
  context: EndpointContext<C>,
): Promise<void> {
  if (!rate || countsBeforeReading(rate)) return
  await takePoints(ruleOf(call, rate), keyOf(rate, context))
}

function countsBeforeReading<C extends Call>(rate: RateOption<C>): boolean {
  return rate.by === 'address' && !rate.wellFormedOnly
}

function keyOf<C extends Call>({ by }: RateOption<C>, context: EndpointContext<C>): string {
  if (typeof by === 'function') return by(context)
  if (by === 'account' && context.actor) return `account:${context.actor.id}`
  return `address:${networkOf(context.address)}`
}

function ruleOf<C extends Call>(call: C, rate: RateOption<C>): RateRule {
  return { name: `${call.method} ${call.path}`, points: rate.points, seconds: rate.seconds }
}
