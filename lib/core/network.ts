import { isIPv6 } from 'node:net'

/**
 * Returns what limits count an address as: a whole IPv4 address, or the /64 of an IPv6 address, of which one subscriber has
 * all addresses. Other text is returned as it is.
 */
export function networkOf(address: string): string {
  return isIPv6(address) ? prefixOf(address, 4) : address
}

/**
 * Returns the /48 of an IPv6 address: a line at home or at work has up to that many networks of its own, and a mobile carrier has
 * thousands of phones in it.
 * @returns null for an IPv4 address, which is a network by itself
 */
export function siteOf(address: string): string | null {
  return isIPv6(address) ? prefixOf(address, 3) : null
}

/**
 * So many times what limits allow a network they allow all networks of an IPv6 site together. One line may have all 65,536 of them, and
 * would have every allowance as often. A carrier has as many phones in a /48, and a few thousand of them behind one IPv4 address, for
 * which a network's allowance is meant: twenty such crowds fill a /48.
 */
export const CROWDS_OF_SITE = 20

/** The first groups of an IPv6 address, of 16 bits each. */
function prefixOf(address: string, length: number): string {
  const [before = '', after] = address.split('::')
  const head = before.split(':').filter(Boolean)
  const tail = (after ?? '').split(':').filter(Boolean)
  const zeros = after === undefined ? 0 : 8 - head.length - tail.length
  const groups = [...head, ...Array<string>(Math.max(0, zeros)).fill('0'), ...tail]
  const prefix = groups.slice(0, length).map((group) => Number.parseInt(group, 16).toString(16))
  return `${prefix.join(':')}::/${length * 16}`
}
