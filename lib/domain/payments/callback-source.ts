import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { env } from '#lib/core/env.ts'

/** What marks rows that we wrote ourselves; no network address looks like it. */
export const OWN_SOURCE = 'self'

/** Tells whether callbacks from an address are believed without a query. Takes addresses and CIDR ranges. */
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

/** `sourceList` of the setting. */
export const isBelievedSource = sourceList(env.MPESA_CALLBACK_SOURCES)
