import { isIPv6 } from 'node:net'

/**
 * Returns the network that limits count: an IPv4 address, or the /64 of an IPv6 subscriber. Other text stays
 * unchanged.
 */
export function networkOf(address: string): string {
  return isIPv6(address) ? prefixOf(address, 4) : address
}

/** The /48 of an IPv6 address, one home or thousands of mobile phones; null for IPv4. */
export function siteOf(address: string): string | null {
  return isIPv6(address) ? prefixOf(address, 3) : null
}

/**
 * Limit of all networks of one /48, as a multiple of one network's: one subscriber can own all 65,536
 * networks. A mobile carrier's /48 holds about twenty times the phones behind one IPv4 address.
 */
export const CROWDS_OF_SITE = 20

function prefixOf(address: string, length: number): string {
  const [before = '', after] = address.split('::')
  const head = before.split(':').filter(Boolean)
  const tail = (after ?? '').split(':').filter(Boolean)
  const zeros = after === undefined ? 0 : 8 - head.length - tail.length
  const groups = [...head, ...Array<string>(Math.max(0, zeros)).fill('0'), ...tail]
  const prefix = groups.slice(0, length).map((group) => Number.parseInt(group, 16).toString(16))
  return `${prefix.join(':')}::/${length * 16}`
}
