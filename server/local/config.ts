import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import webPush from 'web-push'
import { readEnv } from '#lib/core/env.ts'
import type { Env } from '#lib/core/env-variables.ts'
import { demoUssdToken } from '#lib/core/production/known-values.ts'
import { isPortFree } from './free-port.ts'
import { dataFolder } from './programs/find.mjs'
import { StopError } from './run-program.ts'

type Given = 'DATABASE_URL' | 'REDIS_URL' | 'S3_ENDPOINT' | 'SMTP_URL' | 'MPESA_BASE_URL'

type Door = { what: string; unless?: Given } & (
  | {
      variable: 'WEB_PORT' | 'REALTIME_PORT' | 'WORKER_PORT' | 'SIMULATOR_PORT' | 'S3_PORT' | 'MAIL_PAGE_PORT'
    }
  // An internal port: the first free one from `inner` on, unless configured.
  | { variable: string; inner: number }
)

/** The ports by part. A part needs none if the address in `unless` is configured. */
const doors = {
  web: { what: 'the web pages', variable: 'WEB_PORT' },
  realtime: { what: 'the live updates', variable: 'REALTIME_PORT' },
  worker: { what: "the worker's health page", variable: 'WORKER_PORT' },
  simulator: { what: 'the M-Pesa simulator', variable: 'SIMULATOR_PORT', unless: 'MPESA_BASE_URL' },
  s3: { what: 'the object store', variable: 'S3_PORT', unless: 'S3_ENDPOINT' },
  mailPage: { what: 'the mail page', variable: 'MAIL_PAGE_PORT', unless: 'SMTP_URL' },
  smtp: { what: 'the mail server', variable: 'SMTP_PORT', inner: 3005, unless: 'SMTP_URL' },
  postgres: { what: 'PostgreSQL', variable: 'PG_PORT', inner: 5433, unless: 'DATABASE_URL' },
  redis: { what: 'Redis', variable: 'REDIS_PORT', inner: 6380, unless: 'REDIS_URL' },
} satisfies Record<string, Door>

export type Ports = Record<keyof typeof doors, number>

export interface StackConfig {
  dataDir: string
  /** For tests: databases lose their data on a crash, but are fast. */
  throwAway: boolean
  /** Configured addresses. These parts are not started, and their port is 0. */
  given: Partial<Record<Given, string>>
  ports: Ports
  env: Env
  /** Added to the environment of every process of the product. */
  settings: Record<string, string>
}

type Source = Record<string, string | undefined>

export const defaultDataDir = dataFolder()

/**
 * Reads the configuration and finds free ports.
 * @throws Error with the names of invalid variables
 * @throws StopError if a public port is taken
 */
export async function readConfig(source: Source): Promise<StackConfig> {
  const env = readEnv(source)
  const given: StackConfig['given'] = {}
  for (const name of ['DATABASE_URL', 'REDIS_URL', 'S3_ENDPOINT', 'SMTP_URL', 'MPESA_BASE_URL'] as const)
    if (source[name]) given[name] = source[name]
  const ports = await portsBy((door) => (door.unless && given[door.unless] ? 0 : claim(door, env, source)))
  const settings = settingsFrom(source, ports, given, defaultDataDir)
  return { dataDir: defaultDataDir, throwAway: false, ports, env, given, settings }
}

export async function portsBy(find: (door: Door) => number | Promise<number>): Promise<Ports> {
  return {
    web: await find(doors.web),
    realtime: await find(doors.realtime),
    worker: await find(doors.worker),
    simulator: await find(doors.simulator),
    s3: await find(doors.s3),
    mailPage: await find(doors.mailPage),
    smtp: await find(doors.smtp),
    postgres: await find(doors.postgres),
    redis: await find(doors.redis),
  }
}

/** @throws StopError if a public port is taken: people may have bookmarked it */
async function claim(door: Door, env: Env, source: Source): Promise<number> {
  const { what, variable } = door
  const first = Number(source[variable] || ('inner' in door ? door.inner : env[door.variable]))
  const last = 'inner' in door && !source[variable] ? first + 50 : first
  for (let port = first; port <= last; port++) if (await isPortFree(port)) return port
  throw new StopError(
    `Port ${first}, meant for ${what}, is taken by another program: end it, or start with ${variable}=<a free port>.`,
  )
}

export function settingsFrom(
  source: Source,
  ports: Ports,
  given: StackConfig['given'],
  dataDir: string,
): Record<string, string> {
  const at = (scheme: string, port: number) => `${scheme}://127.0.0.1:${port}`
  // For the simulator, which alone calls a loopback address.
  const ussd = {
    SIMULATOR_PORT: String(ports.simulator),
    USSD_TOKEN: source.USSD_TOKEN || demoUssdToken,
    USSD_CODE: source.USSD_CODE || '*384*50505#',
    SIMULATOR_USSD_URL: `${at('http', ports.web)}/api/ussd/${source.USSD_TOKEN || demoUssdToken}/`,
  }
  return {
    NGOMA_ENV: source.NGOMA_ENV || 'local',
    PUBLIC_URL: source.PUBLIC_URL || at('http', ports.web),
    REALTIME_URL: source.REALTIME_URL || at('http', ports.realtime),
    WEB_PORT: String(ports.web),
    REALTIME_PORT: String(ports.realtime),
    WORKER_PORT: String(ports.worker),
    DATABASE_URL: given.DATABASE_URL ?? `postgresql://ngoma:ngoma@127.0.0.1:${ports.postgres}/ngoma`,
    REDIS_URL: given.REDIS_URL ?? at('redis', ports.redis),
    S3_ENDPOINT: given.S3_ENDPOINT ?? at('http', ports.s3),
    SMTP_URL: given.SMTP_URL ?? at('smtp', ports.smtp),
    MPESA_BASE_URL: given.MPESA_BASE_URL ?? at('http', ports.simulator),
    MPESA_SIMULATOR: source.MPESA_SIMULATOR || String(given.MPESA_BASE_URL === undefined),
    ...(given.MPESA_BASE_URL ? {} : ussd),
    ...(given.S3_ENDPOINT ? {} : { S3_PORT: String(ports.s3) }),
    ...(given.SMTP_URL ? {} : { MAIL_PAGE_PORT: String(ports.mailPage) }),
    SIMULATOR_STATE_FILE: source.SIMULATOR_STATE_FILE || path.join(dataDir, 'simulator.json'),
    ...pushFrom(source, dataDir),
    NEXT_TELEMETRY_DISABLED: '1',
  }
}

/** Returns this machine's web push keys. Production has its own keys or none. */
function pushFrom(source: Source, dataDir: string): Record<string, string> {
  if (source.VAPID_PUBLIC_KEY || source.NGOMA_ENV === 'production') return {}
  const file = path.join(dataDir, 'push-keys.json')
  // The keys are stored, so that subscribed browsers keep working.
  if (!existsSync(file)) {
    const { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY } = webPush.generateVAPIDKeys()
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, JSON.stringify({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }), { mode: 0o600 })
  }
  const subject = source.VAPID_SUBJECT || 'mailto:desk@ngoma.example'
  return { ...JSON.parse(readFileSync(file, 'utf8')), VAPID_SUBJECT: subject }
}
