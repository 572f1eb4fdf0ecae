import { z } from 'zod'

export type SentinelAddress = { readonly host: string; readonly port: number }

const usualPort = 26379

/** Reads `host:port,host:port`. Default port 26379; IPv6 in brackets. */
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

/** The host of REDIS_URL must be the name of the sentinels' group, as in `redis://:password@ngoma`. */
export function problemOfGroup(redisUrl: string): string | undefined {
  const remedy = 'put in redis://:password@<name>, without a port, with the name that the sentinels know'
  // The production rules or the connection report an unreadable address.
  if (!URL.canParse(redisUrl)) return undefined
  const { hostname, port } = new URL(redisUrl)
  return hostname === '' || port !== ''
    ? `is an address, where with REDIS_SENTINELS it names what they watch: ${remedy}.`
    : undefined
}

export function groupName(redisUrl: string): string {
  return new URL(redisUrl).hostname
}
