import type { Call } from '#lib/contract/call.ts'
import { env } from '#lib/core/env.ts'
import { signHex } from '#lib/core/ids.ts'
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

/** One limit, or several of which a call takes one after the other: what the first refuses is not counted by the next. */
export type Rates<C extends Call> = RateOption<C> | readonly RateOption<C>[] | false | undefined

/**
 * Returns what a limit counts a value by that somebody sends from a network: a phone, a receipt, an email. A carrier puts thousands
 * of phones behind one address, so a limit of few tries counts both together. Redis shows its keys to whoever may look, so neither
 * is in them.
 * @param kind tells the same text as a phone from the same text as a receipt
 */
export function onNetwork(address: string, kind: string, value: string): string {
  return signHex(env.AUTH_SECRET, `limit:${kind}:${networkOf(address)}:${value}`, 32)
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
