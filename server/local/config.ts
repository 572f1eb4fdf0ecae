import path from 'node:path'
import { readEnv } from '#lib/core/env.ts'
import type { Env } from '#lib/core/env-variables.ts'
import { demoUssdToken } from '#lib/core/production/known-values.ts'
import { findFreePorts, isPortFree } from './free-port.ts'
import { dataFolder } from './programs/find.mjs'
import { localPushKeys } from './push-keys.ts'
import { StopError } from './stop-error.ts'

export interface Ports {
  web: number
  realtime: number
  worker: number
  simulator: number
  s3: number
  mailPage: number
  smtp: number
  postgres: number
  redis: number
}

export interface StackConfig {
  /** Everything that lasts between two starts. */
  dataDir: string
  /** For tests: fast engines whose data is not kept. */
  throwAway: boolean
  ports: Ports
  env: Env
  /** Addresses the person configured: those parts are not started here. */
  given: Partial<Record<'DATABASE_URL' | 'REDIS_URL' | 'S3_ENDPOINT' | 'SMTP_URL' | 'MPESA_BASE_URL', string>>
  /** What every process of the product gets on top of this process's environment. */
  settings: Record<string, string>
}

type Source = Record<string, string | undefined>

export const defaultDataDir = dataFolder()

/**
 * Reads what the person configured and fills in the rest.
 * @throws Error naming the variables that are wrong
 * @throws StopError when a port that somebody counts on is taken
 */
export async function readConfig(source: Source): Promise<StackConfig> {
  const env = readEnv(source)
  const { DATABASE_URL, REDIS_URL, S3_ENDPOINT, SMTP_URL, MPESA_BASE_URL } = source
  const given = withoutEmpty({ DATABASE_URL, REDIS_URL, S3_ENDPOINT, SMTP_URL, MPESA_BASE_URL })
  const ports: Ports = {
    web: await claim(env.WEB_PORT, 'the web pages', 'WEB_PORT'),
    realtime: await claim(env.REALTIME_PORT, 'the live updates', 'REALTIME_PORT'),
    worker: await claim(env.WORKER_PORT, "the worker's health page", 'WORKER_PORT'),
    simulator: given.MPESA_BASE_URL
      ? 0
      : await claim(env.SIMULATOR_PORT, 'the M-Pesa simulator', 'SIMULATOR_PORT'),
    s3: given.S3_ENDPOINT ? 0 : await claim(env.S3_PORT, 'the object store', 'S3_PORT'),
    mailPage: given.SMTP_URL ? 0 : await claim(env.MAIL_PAGE_PORT, 'the mail page', 'MAIL_PAGE_PORT'),
    smtp: given.SMTP_URL ? 0 : await claimInner(source.SMTP_PORT, 3005, 'the mail server', 'SMTP_PORT'),
    postgres: given.DATABASE_URL ? 0 : await claimInner(source.PG_PORT, 5433, 'PostgreSQL', 'PG_PORT'),
    redis: given.REDIS_URL ? 0 : await claimInner(source.REDIS_PORT, 6380, 'Redis', 'REDIS_PORT'),
  }
  const settings = settingsFrom(source, ports, given, defaultDataDir)
  return { dataDir: defaultDataDir, throwAway: false, ports, env, given, settings }
}

/**
 * A stack on free ports whose data is thrown away, blind to the addresses in the environment: for browser tests and benches.
 * @param overrides settings for the product's processes
 */
export async function throwAwayConfig(
  dataDir: string,
  overrides: Record<string, string> = {},
): Promise<StackConfig> {
  const [
    web = 0,
    realtime = 0,
    worker = 0,
    simulator = 0,
    s3 = 0,
    mailPage = 0,
    smtp = 0,
    postgres = 0,
    redis = 0,
  ] = await findFreePorts(9)
  const ports: Ports = { web, realtime, worker, simulator, s3, mailPage, smtp, postgres, redis }
  const forgotten = {
    S3_PUBLIC_ENDPOINT: '',
    MPESA_CALLBACK_BASE_URL: '',
    MPESA_PARTY_B: '',
    BACKUP_DATABASE_URL: '',
    REDIS_SENTINELS: '',
    // All requests come from this machine.
    SOCKETS_PER_ADDRESS: '100000',
  }
  const settings = { ...settingsFrom({}, ports, {}, dataDir), ...forgotten, ...overrides }
  return { dataDir, throwAway: true, ports, env: readEnv(settings), given: {}, settings }
}

function settingsFrom(source: Source, ports: Ports, given: StackConfig['given'], dataDir: string) {
  const settings: Record<string, string> = {
    NGOMA_ENV: source.NGOMA_ENV || 'local',
    PUBLIC_URL: source.PUBLIC_URL || `http://127.0.0.1:${ports.web}`,
    REALTIME_URL: source.REALTIME_URL || `http://127.0.0.1:${ports.realtime}`,
    WEB_PORT: String(ports.web),
    REALTIME_PORT: String(ports.realtime),
    WORKER_PORT: String(ports.worker),
    DATABASE_URL: given.DATABASE_URL ?? `postgresql://ngoma:ngoma@127.0.0.1:${ports.postgres}/ngoma`,
    REDIS_URL: given.REDIS_URL ?? `redis://127.0.0.1:${ports.redis}`,
    S3_ENDPOINT: given.S3_ENDPOINT ?? `http://127.0.0.1:${ports.s3}`,
    SMTP_URL: given.SMTP_URL ?? `smtp://127.0.0.1:${ports.smtp}`,
    MPESA_BASE_URL: given.MPESA_BASE_URL ?? `http://127.0.0.1:${ports.simulator}`,
    MPESA_SIMULATOR: source.MPESA_SIMULATOR || String(given.MPESA_BASE_URL === undefined),
    ...(given.MPESA_BASE_URL ? {} : { SIMULATOR_PORT: String(ports.simulator), ...ussdFrom(source, ports) }),
    ...(given.S3_ENDPOINT ? {} : { S3_PORT: String(ports.s3) }),
    ...(given.SMTP_URL ? {} : { MAIL_PAGE_PORT: String(ports.mailPage) }),
    SIMULATOR_STATE_FILE: source.SIMULATOR_STATE_FILE || path.join(dataDir, 'simulator.json'),
    ...pushFrom(source, dataDir),
    NEXT_TELEMETRY_DISABLED: '1',
  }
  return settings
}

/** Web push with keys of this machine's own, unless there are others. Production has its own or none. */
function pushFrom(source: Source, dataDir: string): Record<string, string> {
  if (source.VAPID_PUBLIC_KEY || source.NGOMA_ENV === 'production') return {}
  return { ...localPushKeys(dataDir), VAPID_SUBJECT: source.VAPID_SUBJECT || 'mailto:desk@ngoma.example' }
}

/** Voting by USSD from the simulator's handsets: no gateway but ours calls a loopback address. */
function ussdFrom(source: Source, ports: Ports): Record<string, string> {
  const token = source.USSD_TOKEN || demoUssdToken
  return {
    USSD_TOKEN: token,
    USSD_CODE: source.USSD_CODE || '*384*50505#',
    SIMULATOR_USSD_URL: `http://127.0.0.1:${ports.web}/api/ussd/${token}/`,
  }
}

function withoutEmpty<Name extends string>(
  values: Record<Name, string | undefined>,
): Partial<Record<Name, string>> {
  const filled: Partial<Record<Name, string>> = {}
  for (const name in values) {
    const value = values[name]
    if (value) filled[name] = value
  }
  return filled
}

/** Returns a port that people have in their bookmarks, so that another one would not do. */
async function claim(port: number, what: string, variable: string): Promise<number> {
  if (await isPortFree(port)) return port
  throw new StopError(
    `Port ${port}, meant for ${what}, is taken by another program: end it, or start with ${variable}=<a free port>.`,
  )
}

/** Returns a port that only the product's own processes use; where none is configured, any free one. */
async function claimInner(
  asked: string | undefined,
  usual: number,
  what: string,
  variable: string,
): Promise<number> {
  if (asked) return claim(Number(asked), what, variable)
  for (let port = usual; port < usual + 50; port++) if (await isPortFree(port)) return port
  return claim(usual, what, variable)
}
