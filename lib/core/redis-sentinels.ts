import { z } from 'zod'

/** Where a sentinel listens. */
export type SentinelAddress = { readonly host: string; readonly port: number }

const usualPort = 26379

/** Reads REDIS_SENTINELS: `host:port` with commas between them. Without a port it is 26379; IPv6 stands in brackets. */
export const sentinelAddresses = z.string().transform((value, context): SentinelAddress[] => {
  const entries = value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
  return entries.flatMap((entry, at) => {
    const address = readAddress(entry)
    if (address) return [address]
    context.addIssue({ code: 'custom', message: `entry ${at + 1} is not host:port.` })
    return []
  })
})

function readAddress(entry: string): SentinelAddress | undefined {
  const {
    host,
    inner,
    port = usualPort,
  } = /^(?:\[(?<inner>[\da-f:.]+)\]|(?<host>[\w.-]+))(?::(?<port>\d{1,5}))?$/i.exec(entry)?.groups ?? {}
  const name = host ?? inner
  if (name === undefined || Number(port) < 1 || Number(port) > 65_535) return undefined
  return { host: name, port: Number(port) }
}

/**
 * Returns what is wrong with REDIS_URL where there are sentinels. Its host is then the name of the group that they watch, as
 * in `redis://:password@ngoma`, so an address that was left in it would be looked for in vain.
 */
export function problemOfGroup(redisUrl: string): string | undefined {
  const remedy = 'put in redis://:password@<name>, without a port, with the name that the sentinels know'
  // What cannot be read at all is told of elsewhere, or by the connection.
  if (!URL.canParse(redisUrl)) return undefined
  const { hostname, port } = new URL(redisUrl)
  return hostname === '' || port !== ''
    ? `is an address, where with REDIS_SENTINELS it names what they watch: ${remedy}.`
    : undefined
}

/** Returns the name of the group that the sentinels watch: the host of REDIS_URL. */
export function groupName(redisUrl: string): string {
  return new URL(redisUrl).hostname
}
