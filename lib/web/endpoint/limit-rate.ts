import type { Call } from '#lib/contract/call.ts'
import { CROWDS_OF_SITE, networkOf, siteOf } from '#lib/core/network.ts'
import { hiddenKey, type RateRule, returnPoints, takePoints } from '#lib/core/rate-limit.ts'
import type { EndpointContext } from './endpoint-context.ts'

/**
 * Allows `points` calls in `seconds` for each network (an address, or all of an IPv6 subscriber's), each account (visitors by
 * network), or each value that `by` returns: Redis shows it, so what names a person is hidden (`hiddenKey`).
 */
export type RateOption<C extends Call> = {
  points: number
  seconds: number
  by: 'network' | 'account' | ((context: EndpointContext<C>) => string | NetworkKeys)
  /** Calls with invalid input do not count, for limits that a person would reach by mistyping. */
  wellFormedOnly?: true
}

/** What a limit counts a call of a network by, and what by for its site; `site` is null where it has none (`siteOf`). */
export type NetworkKeys = {
  readonly network: string
  readonly site: string | null
  /** So many times what a network may take all networks of its site may take together. */
  readonly times: number
}

/**
 * So many times what a limit allows one phone, receipt or email on a network it allows on all networks of the site. No crowd shares it,
 * and its owner may come from a network at home and two on the way.
 */
const TIMES_OF_ONE = 3

/** One limit, or several of which a call takes one after the other: what the first refuses is not counted by the next. */
export type Rates<C extends Call> = RateOption<C> | readonly RateOption<C>[] | false | undefined

/**
 * Returns what a limit counts a value by that somebody sends from a network: a phone, a receipt, an email. A carrier puts thousands
 * of phones behind one address, so a limit of few tries counts both together.
 * @param kind as for `hiddenKey`
 */
export function onNetwork(address: string, kind: string, value: string): NetworkKeys {
  const site = siteOf(address)
  return {
    network: hiddenKey(kind, networkOf(address), value),
    site: site === null ? null : hiddenKey(kind, site, value),
    times: TIMES_OF_ONE,
  }
}

/**
 * Takes a point from the allowance of an address's network, and from the larger one that all networks of its IPv6 site share.
 * @throws RateLimitedError
 */
export async function takeFromNetwork(rule: RateRule, address: string): Promise<void> {
  await takeOnce(rule, { network: networkOf(address), site: siteOf(address), times: CROWDS_OF_SITE })
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
  for (const rate of before) await takeFromNetwork(ruleOf(call, rate), address)
  if (before.length === 0 && call.method !== 'GET') await takeFromNetwork(allWrites, address)
}

/** Counts calls whose limit needs the account or the input. @throws RateLimitedError */
export async function limitAfterReading<C extends Call>(
  call: C,
  rates: Rates<C>,
  context: EndpointContext<C>,
): Promise<void> {
  const after = each(rates).filter((rate) => !countsBeforeReading(rate))
  for (const rate of after) await takeOnce(ruleOf(call, rate), keysOf(rate, context))
}

function each<C extends Call>(rates: Rates<C>): RateOption<C>[] {
  return rates ? [rates].flat() : []
}

function countsBeforeReading<C extends Call>(rate: RateOption<C>): boolean {
  return rate.by === 'network' && !rate.wellFormedOnly
}

function keysOf<C extends Call>({ by }: RateOption<C>, context: EndpointContext<C>): string | NetworkKeys {
  if (typeof by === 'function') return by(context)
  if (by === 'account' && context.actor) return `account:${context.actor.id}`
  const [network, site] = [networkOf(context.address), siteOf(context.address)]
  return {
    network: `network:${network}`,
    site: site === null ? null : `network:${site}`,
    times: CROWDS_OF_SITE,
  }
}

/** Both counts are taken from at once, so that a call waits for Redis no longer than for one. */
async function takeOnce(rule: RateRule, keys: string | NetworkKeys): Promise<void> {
  if (typeof keys === 'string') return takePoints(rule, keys)
  const { network, site, times } = keys
  if (site === null) return takePoints(rule, network)
  const siteRule: RateRule = { ...rule, name: `${rule.name} of a site`, points: rule.points * times }
  const [ofNetwork, ofSite] = await Promise.allSettled([
    takePoints(rule, network),
    takePoints(siteRule, site),
  ])
  // A network that goes on after its own are used up takes nothing more from its neighbours.
  if (ofNetwork.status === 'rejected' && ofSite.status === 'fulfilled') await returnPoints(siteRule, site)
  const refused = [ofNetwork, ofSite].find(({ status }) => status === 'rejected')
  if (refused?.status === 'rejected') throw refused.reason
}

function ruleOf<C extends Call>(call: C, rate: RateOption<C>): RateRule {
  return { name: `${call.method} ${call.path}`, points: rate.points, seconds: rate.seconds }
}
