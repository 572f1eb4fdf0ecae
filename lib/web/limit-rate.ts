import type { Call } from '#lib/contract/call.ts'
import { type RateRule, takePoints } from '#lib/core/rate-limit.ts'
import type { EndpointContext } from './endpoint.ts'

/** At most `points` in `seconds` for each address, each account (visitors by address), or whatever `by` names. */
export type RateOption<C extends Call> = {
  points: number
  seconds: number
  by: 'address' | 'account' | ((context: EndpointContext<C>) => string)
}

/** A network of many phones shares one address: this stops machines, not people. */
const allWrites: RateRule = { name: 'writes', points: 600, seconds: 60 }

/** What needs no more than the address is refused before anything is read. @throws RateLimitedError */
export async function limitBeforeReading<C extends Call>(
  call: C,
  rate: RateOption<C> | false | undefined,
  address: string,
): Promise<void> {
  if (rate === false) return
  if (rate?.by === 'address') return takePoints(ruleOf(call, rate), address)
  if (call.method !== 'GET') return takePoints(allWrites, address)
}

/** @throws RateLimitedError */
export async function limitAfterReading<C extends Call>(
  call: C,
  rate: RateOption<C> | false | undefined,
  context: EndpointContext<C>,
): Promise<void> {
  if (!rate || rate.by === 'address') return
  const account = context.actor ? `account:${context.actor.id}` : `address:${context.address}`
  await takePoints(ruleOf(call, rate), rate.by === 'account' ? account : rate.by(context))
}

function ruleOf<C extends Call>(call: C, rate: RateOption<C>): RateRule {
  return { name: `${call.method} ${call.path}`, points: rate.points, seconds: rate.seconds }
}
