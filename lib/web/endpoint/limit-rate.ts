import type { Call } from '#lib/contract/call.ts'
import { CROWDS_OF_SITE, networkOf, siteOf } from '#lib/core/network.ts'
import { hiddenKey, type RateRule, returnPoints, takePoints } from '#lib/core/rate-limit.ts'
import type { EndpointContext } from './endpoint-context.ts'

/**
 * A limit of `points` calls in `seconds` per network (IPv4 address, IPv6 /64), per account (visitors:
 * network), or per value of `by`. Hide personal values with `hiddenKey`: Redis shows keys.
 */
export type RateOption<C extends Call> = {
  points: number
  seconds: number
  by: 'network' | 'account' | ((context: EndpointContext<C>) => string | NetworkKeys)
  /** Does not count invalid input, which people reach by mistyping. */
  wellFormedOnly?: true
}

/** Keys for a network and its site (`siteOf`; null for IPv4). */
export type NetworkKeys = {
  readonly network: string
  readonly site: string | null
  /** The site's limit, as a multiple of the network's. */
  readonly times: number
}

/**
 * For limits on one phone, receipt or email: its owner might use a home network and two others on the way.
 */
const TIMES_OF_ONE = 3

/** Several apply in order; a refused call is not counted by later ones. */
export type Rates<C extends Call> = RateOption<C> | readonly RateOption<C>[] | false | undefined

/**
 * Returns keys that count a phone, receipt or email per network, because a carrier puts thousands of phones
 * behind one address.
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

/** Takes a point from the network and its IPv6 site. @throws RateLimitedError */
export async function takeFromNetwork(rule: RateRule, address: string): Promise<void> {
  await takeOnce(rule, { network: networkOf(address), site: siteOf(address), times: CROWDS_OF_SITE })
}

/** A high limit, because many phones share an address. */
const allWrites: RateRule = { name: 'writes', points: 600, seconds: 60 }

/** Applies the limits that need only the address. @throws RateLimitedError */
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

/** Applies the limits that need the account or input. @throws RateLimitedError */
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

async function takeOnce(rule: RateRule, keys: string | NetworkKeys): Promise<void> {
  if (typeof keys === 'string') return takePoints(rule, keys)
  const { network, site, times } = keys
  if (site === null) return takePoints(rule, network)
  const siteRule: RateRule = { ...rule, name: `${rule.name} of a site`, points: rule.points * times }
  const [ofNetwork, ofSite] = await Promise.allSettled([
    takePoints(rule, network),
    takePoints(siteRule, site),
  ])
  // Gives the site's point back: a network beyond its own limit must not use up its neighbours' site limit.
  if (ofNetwork.status === 'rejected' && ofSite.status === 'fulfilled') await returnPoints(siteRule, site)
  const refused = [ofNetwork, ofSite].find(({ status }) => status === 'rejected')
  if (refused?.status === 'rejected') throw refused.reason
}

function ruleOf<C extends Call>(call: C, rate: RateOption<C>): RateRule {
  return { name: `${call.method} ${call.path}`, points: rate.points, seconds: rate.seconds }
}
