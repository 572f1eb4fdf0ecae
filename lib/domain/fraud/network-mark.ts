import { isIPv4, isIPv6 } from 'node:net'
import { networkOf } from '#lib/core/network.ts'
import { sealing } from '#lib/core/sealing.ts'

/** Hex digits: enough to distinguish networks. */
const LENGTH = 16

/**
 * The stored form of a network: a keyed hash, so that the database alone reveals no addresses.
 * @returns '' for an invalid address
 */
export function networkMark(address: string): string {
  const network = markedNetwork(address)
  if (network === null) return ''
  return Buffer.from(sealing().fingerprint(`network ${network}`))
    .toString('hex')
    .slice(0, LENGTH)
}

/**
 * Returns the IPv4 address, or the /64 of an IPv6 address (one household or phone); null if invalid. Drops
 * the trailing `::/64`, which the networks of stored marks do not have.
 */
export function markedNetwork(address: string): string | null {
  if (isIPv4(address)) return address
  return isIPv6(address) ? networkOf(address).replace(/::\/64$/, '') : null
}
