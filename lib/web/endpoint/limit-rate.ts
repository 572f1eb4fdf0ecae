import type { Call } from '#lib/contract/call.ts'
import { networkOf } from '#lib/core/network.ts'
import { hiddenKey, type RateRule, takePoints } from '#lib/core/rate-limit.ts'
import type { EndpointContext } from './endpoint.ts'

/**
 * Allows `points` calls in `seconds` for each network (an address, or all of an IPv6 subscriber's), each account (visitors by
 * network), or each value that `by` returns: Redis shows it, so what names a person is hidden (`hiddenKey`).
 */
export type RateOption<C extends Call> = {
  points: number
  seconds: number
  by: 'network' | 'account' | ((context: EndpointContext<C>) => string)
  /** Calls with invalid input do not count, for limits that a person would reach by mistyping. */
  wellFormedOnly?: true
}

/** One limit, or several of which a call takes one after the other: what the first refuses is not counted by the next. */
export type Rates<C extends Call> = RateOption<C> | readonly RateOption<C>[] | false | undefined

/**
 * Returns what a limit counts a value by that somebody sends from a network: a phone, a receipt, an email. A carrier puts thousands
 * of phones behind one address, so a limit of few tries counts both together.
 * @param kind as for `hiddenKey`
 */
export function onNetwork(address: string, kind: string, value: string): string {
  return hiddenKey(kind, networkOf(address), value)
}

/** Many phones of one network share an address, so this limit stops programs and not people. */
const allWrites: RateRule = { name: 'writes', points: 600, seconds: 60 }

/** Counts calls whose limit needs only the address, before anything is read. @throws RateLimitedError */
export async function limitBeforeReading<C extends Call>(
  call: C,
  rates: Rates<C>,
  address: string,
): Promise<void> {
  if (rates === false) return
  const before = each(rates).filter(countsBeforeReading)
  for (const rate of before) await takePoints(ruleOf(call, rate), networkOf(address))
  if (before.length === 0 && call.method !== 'GET') await takePoints(allWrites, networkOf(address))
}

/** Counts calls whose limit needs the account or the input. @throws RateLimitedError */
export async function limitAfterReading<C extends Call>(
  call: C,
  rates: Rates<C>,
  context: EndpointContext<C>,
): Promise<void> {
  const after = each(rates).filter((rate) => !countsBeforeReading(rate))
  for (const rate of after) await takePoints(ruleOf(call, rate), keyOf(rate, context))
}

function each<C extends Call>(rates: Rates<C>): RateOption<C>[] {
  return rates ? [rates].flat() : []
}

function countsBeforeReading<C extends Call>(rate: RateOption<C>): boolean {
  return rate.by === 'network' && !rate.wellFormedOnly
}

function keyOf<C extends Call>({ by }: RateOption<C>, context: EndpointContext<C>): string {
  if (typeof by === 'function') return by(context)
  if (by === 'account' && context.actor) return `account:${context.actor.id}`
  return `network:${networkOf(context.address)}`
}

function ruleOf<C extends Call>(call: C, rate: RateOption<C>): RateRule {
  return { name: `${call.method} ${call.path}`, points: rate.points, seconds: rate.seconds }
}
