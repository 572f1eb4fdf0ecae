import { isIPv4, isIPv6 } from 'node:net'
import { networkOf } from '#lib/core/network.ts'
import { sealing } from '#lib/core/sealing.ts'

/** Hex digits: enough to tell networks apart. */
const LENGTH = 16

/**
 * Returns a network as it is stored with a gift: a keyed hash, so that whoever reads only the database reads no addresses.
 * @param address as `endpoint` hands it to handlers
 * @returns '' where it is no address
 */
export function networkMark(address: string): string {
  const network = markedNetwork(address)
  if (network === null) return ''
  return Buffer.from(sealing().fingerprint(`network ${network}`))
    .toString('hex')
    .slice(0, LENGTH)
}

/**
 * Returns a whole IPv4 address, or the /64 of an IPv6 address, which is one household or one phone; null where it is no address.
 * Marks that are stored were made of this text, so it has no `::/64` at its end.
 */
export function markedNetwork(address: string): string | null {
  if (isIPv4(address)) return address
  return isIPv6(address) ? networkOf(address).replace(/::\/64$/, '') : null
}
