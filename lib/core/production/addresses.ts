import { BlockList, isIP, isIPv4 } from 'node:net'
import type { Fault, Given } from './fault.ts'
import { mailPages } from './known-values.ts'

const daraja = 'https://api.safaricom.co.ke'
const sandbox = 'https://sandbox.safaricom.co.ke'

/** Networks that the internet does not route (RFC 6890). */
const innerNetworks = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '224.0.0.0/3',
  '::/127',
  '::ffff:0:0/96',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
].map(readNetwork)

type ServerName = 'DATABASE_URL' | 'BACKUP_DATABASE_URL' | 'REDIS_URL' | 'S3_ENDPOINT' | 'SMTP_URL'

const servers: readonly { readonly name: ServerName; readonly protocols: readonly string[] }[] = [
  { name: 'DATABASE_URL', protocols: ['postgresql:', 'postgres:'] },
  { name: 'BACKUP_DATABASE_URL', protocols: ['postgresql:', 'postgres:'] },
  { name: 'REDIS_URL', protocols: ['redis:', 'rediss:'] },
  { name: 'S3_ENDPOINT', protocols: ['http:', 'https:'] },
  { name: 'SMTP_URL', protocols: ['smtp:', 'smtps:'] },
]

/** Prefix lengths of the widest allowed networks, far wider than Safaricom's own. */
const widest = { ipv4: 16, ipv6: 32 }

export function faultsOfAddresses(given: Given): Fault[] {
  const { env, isGiven } = given
  return [
    ...(isGiven('PUBLIC_URL')
      ? faultsOfPublic('PUBLIC_URL', env.PUBLIC_URL, 'where browsers reach the product')
      : []),
    ...faultsOfStore(given),
    ...faultsOfPublic('MPESA_CALLBACK_BASE_URL', env.MPESA_CALLBACK_BASE_URL, 'where Safaricom reaches us'),
    ...(env.REALTIME_ORIGINS ?? []).flatMap((origin) =>
      faultsOfPublic('REALTIME_ORIGINS', origin, 'of each of them'),
    ),
    ...faultsOfDaraja(given),
    ...faultsOfYoutube(given),
    ...faultsOfServers(given),
    ...faultsOfSources(given),
  ]
}

function faultsOfPublic(name: string, value: string | undefined, what: string): Fault[] {
  if (value === undefined) return []
  const problem = URL.canParse(value) ? problemOfPublic(new URL(value)) : 'is no address'
  return problem ? [{ name, problem: `${problem}: put in the https:// address ${what}.` }] : []
}

function problemOfPublic({ protocol, hostname }: URL): string | undefined {
  if (protocol !== 'https:') return 'is not https, so that tokens and files could be read on the way'
  const host = hostname.replace(/^\[|\]$/g, '')
  if (host === 'localhost' || host.endsWith('.localhost') || (isIP(host) > 0 && isInner(readNetwork(host))))
    return 'is an address of this machine or of a private network'
  return undefined
}

/** Without an address for browsers, signed links use S3_ENDPOINT. */
function faultsOfStore({ env, isGiven }: Given): Fault[] {
  if (env.S3_PUBLIC_ENDPOINT !== undefined)
    return faultsOfPublic('S3_PUBLIC_ENDPOINT', env.S3_PUBLIC_ENDPOINT, 'where browsers reach the store')
  if (!isGiven('S3_ENDPOINT') || env.S3_ENDPOINT === undefined) return []
  const isPublic = URL.canParse(env.S3_ENDPOINT) && !problemOfPublic(new URL(env.S3_ENDPOINT))
  const problem =
    'is not set, and S3_ENDPOINT, which signed links then have, is no public https address: put in where browsers reach the store.'
  return isPublic ? [] : [{ name: 'S3_PUBLIC_ENDPOINT', problem }]
}

function faultsOfDaraja({ env, isGiven }: Given): Fault[] {
  const { MPESA_BASE_URL: base } = env
  if (base === undefined || !isGiven('MPESA_BASE_URL') || base === daraja) return []
  const problem =
    new URL(base).origin === sandbox
      ? 'is Safaricom’s sandbox, where anybody pays without money'
      : 'is not Safaricom’s address'
  return [{ name: 'MPESA_BASE_URL', problem: `${problem}: put in ${daraja}.` }]
}

function faultsOfYoutube({ env }: Given): Fault[] {
  return (['YOUTUBE_URL', 'YOUTUBE_API_URL', 'YOUTUBE_PICTURES_URL'] as const)
    .filter((name) => env[name] !== undefined && new URL(env[name]).protocol !== 'https:')
    .map((name) => ({ name, problem: 'is not https, as only a YouTube of tests is: leave it out.' }))
}

/** Finds unreadable addresses here, because the error of a connection would print the password. */
function faultsOfServers({ env, isGiven }: Given): Fault[] {
  const unread = servers
    .filter(({ name, protocols }) => {
      const url = env[name]
      return url !== undefined && !(URL.canParse(url) && protocols.includes(new URL(url).protocol))
    })
    .map(({ name, protocols }) => ({
      name,
      problem: `is no address that begins with ${protocols.join('// or ')}//: write special characters of a password as %XX.`,
    }))
  const showsMails = isGiven('SMTP_URL') && mailPages.includes(env.SMTP_URL ?? '')
  const problem = 'is the demo’s mail page, which sends nothing: put in a mail server.'
  return showsMails ? [...unread, { name: 'SMTP_URL', problem }] : unread
}

function faultsOfSources({ env, isGiven }: Given): Fault[] {
  const name = 'MPESA_CALLBACK_SOURCES'
  const { MPESA_CALLBACK_SOURCES: sources } = env
  const remedy = 'put in the public addresses that Safaricom calls from'
  const ofGateway = faultsOfEntries(
    'USSD_SOURCES',
    isGiven('USSD_SOURCES') ? (env.USSD_SOURCES ?? []) : [],
    'put in the public addresses that the gateway calls from',
  )
  if (sources === undefined || !isGiven(name)) return ofGateway
  if (sources.length === 0) return [{ name, problem: `names nobody: ${remedy}.` }, ...ofGateway]
  return [...faultsOfEntries(name, sources, remedy), ...ofGateway]
}

function faultsOfEntries(name: string, sources: readonly string[], remedy: string): Fault[] {
  return sources.flatMap((entry, at) => {
    const problem = problemOfSource(entry)
    return problem ? [{ name, problem: `entry ${at + 1} ${problem}: ${remedy}.` }] : []
  })
}

function problemOfSource(entry: string): string | undefined {
  if (!isNetwork(entry)) return 'is neither an address nor a network'
  const network = readNetwork(entry)
  if (network.prefix < widest[network.family])
    return `is wider than /${widest[network.family]}, so that strangers would be believed`
  return isInner(network)
    ? 'is of this machine or of a private network, from where nobody outside can call'
    : undefined
}

function isNetwork(entry: string): boolean {
  const [address = '', prefix, ...more] = entry.split('/')
  if (isIP(address) === 0 || more.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (isIPv4(address) ? 32 : 128))
}

type Network = { readonly address: string; readonly prefix: number; readonly family: 'ipv4' | 'ipv6' }

/** Reads IPv4 inside IPv6 as IPv4. */
function readNetwork(entry: string): Network {
  const [text = '', prefix] = entry.split('/')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text)?.[1]
  if (mapped !== undefined)
    return { address: mapped, prefix: Math.max(0, Number(prefix ?? 128) - 96), family: 'ipv4' }
  const family = isIPv4(text) ? 'ipv4' : 'ipv6'
  return { address: text, prefix: Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family }
}

function isInner(network: Network): boolean {
  return innerNetworks.some((inner) => covers(inner, network) || covers(network, inner))
}

function covers(wide: Network, narrow: Network): boolean {
  if (wide.family !== narrow.family || wide.prefix > narrow.prefix) return false
  const list = new BlockList()
  list.addSubnet(wide.address, wide.prefix, wide.family)
  return list.check(narrow.address, narrow.family)
}
