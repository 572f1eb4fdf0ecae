import { sealing } from '#lib/core/sealing.ts'

/** Hex digits: enough to tell networks apart. */
const LENGTH = 16

/**
 * Returns a network as it is stored with a gift: a keyed hash, so that whoever reads only the database reads no addresses.
 * @param address as `endpoint` hands it to handlers
 * @returns '' where it is no address
 */
export function networkMark(address: string): string {
  const network = networkOf(address)
  if (network === null) return ''
  return Buffer.from(sealing().fingerprint(`network ${network}`))
    .toString('hex')
    .slice(0, LENGTH)
}

/** Returns a whole IPv4 address, or the /64 of an IPv6 address, which is one household or one phone. */
export function networkOf(address: string): string | null {
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(address)) return address
  if (!/^[0-9a-f:]+$/i.test(address) || !address.includes(':')) return null
  const [head = '', tail] = address.toLowerCase().split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  if (zeros < 0 || (tail === undefined && left.length !== 8)) return null
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
