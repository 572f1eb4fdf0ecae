import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { env } from '#lib/core/env.ts'

/** Source of inbox rows that we store ourselves; no network address equals it. */
export const OWN_SOURCE = 'self'

/**
 * Returns a check whether an address's callbacks are trusted without a query.
 * @param entries addresses and CIDR ranges
 */
export function sourceList(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix) list.addSubnet(address, Number(prefix), family)
    else list.addAddress(address, family)
  }
  return (address) => {
    if (address === OWN_SOURCE) return true
    const plain = address.replace(/^::ffff:/, '')
    if (isIPv4(plain)) return list.check(plain, 'ipv4')
    return isIPv6(plain) && list.check(plain, 'ipv6')
  }
}

export const isBelievedSource = sourceList(env.MPESA_CALLBACK_SOURCES)
