import path from 'node:path'
import { ForeignDatabaseError, migrate } from '#prisma/migrate.ts'
import type { StackConfig } from './config.ts'
import { startMail, startObjectStore, startRedis } from './engines.ts'
import type { Part } from './part.ts'
import { checkpoint, startPostgres } from './postgres.ts'
import { startRealtime, startSimulator, startWeb, startWorker, type WebMode } from './product.ts'
import { runScript, StopError } from './run-program.ts'
import type { AddOptions, Supervisor } from './supervisor.ts'

type Tell = (sentence: string) => void

/** Starts the services that have no configured address. */
export async function startEngines(config: StackConfig, supervisor: Supervisor, tell: Tell): Promise<void> {
  const { dataDir, throwAway, ports, env, given } = config
  const starts: Promise<void>[] = []
  const add = (name: string, what: string, start: () => Promise<Part>, options: AddOptions) => {
    tell(`Starting ${what}.`)
    starts.push(supervisor.add(name, start, options))
  }
  if (!given.DATABASE_URL) {
    const start = () => startPostgres({ dataDir, port: ports.postgres, throwAway })
    const vital = { tier: 0, vital: true }
    add('postgres', `PostgreSQL 18 on port ${ports.postgres}`, async () => (await start()).part, vital)
  }
  if (!given.REDIS_URL) {
    const start = () => startRedis({ dataDir, port: ports.redis, throwAway })
    add('redis', `Redis on port ${ports.redis}`, async () => (await start()).part, { tier: 1, vital: true })
  }
  if (!given.S3_ENDPOINT) {
    const buckets = [env.S3_MEDIA_BUCKET, env.S3_PRIVATE_BUCKET]
    const start = () => startObjectStore({ dataDir, port: ports.s3, buckets })
    add('s3', `the object store on port ${ports.s3}`, async () => (await start()).part, { tier: 2 })
  }
  if (!given.SMTP_URL) {
    const what = `the mail server on port ${ports.smtp}, its page on port ${ports.mailPage}`
    add('mail', what, () => startMail({ dataDir, smtpPort: ports.smtp, pagePort: ports.mailPage }), {
      tier: 2,
    })
  }
  if (!given.MPESA_BASE_URL)
    add('simulator', `the M-Pesa simulator on port ${ports.simulator}`, () => startSimulator(config), {
      tier: 2,
    })
  await allStarted(starts)
}

/** Waits for all starts, then reports the first failure. */
const allStarted = (starts: Promise<void>[]) => Promise.allSettled(starts).then(() => Promise.all(starts))

/**
 * Migrates the database and, outside production, seeds demo data.
 * @throws StopError if another version created the database
 */
export async function prepareData(config: StackConfig, tell: Tell): Promise<void> {
  const url = config.settings.DATABASE_URL ?? config.env.DATABASE_URL
  const applied = await migrate(url, undefined, { tell }).catch((error: unknown) => {
    if (!(error instanceof ForeignDatabaseError)) throw error
    const own = path.join(config.dataDir, 'postgres')
    const advice = config.given.DATABASE_URL
      ? ''
      : ` It is in ${own}: move that folder away and start again, and the demo data is made anew.`
    throw new StopError(`${error.message}${advice}`)
  })
  if (applied.length > 0) tell(`Applied ${applied.join(', ')}.`)
  if (config.settings.NGOMA_ENV === 'production') return
  tell('Seeding what is missing.')
  await runScript('prisma/seed/main.ts', [], config.settings)
  // Frees the WAL that seeding wrote.
  if (!config.given.DATABASE_URL && !config.throwAway) await checkpoint(config.settings.DATABASE_URL ?? '')
}

export async function startProduct(
  config: StackConfig,
  supervisor: Supervisor,
  mode: WebMode,
): Promise<void> {
  await allStarted([
    supervisor.add('worker', () => startWorker(config), { tier: 3 }),
    supervisor.add('realtime', () => startRealtime(config), { tier: 3 }),
    supervisor.add('web', () => startWeb(config, mode), { tier: 3 }),
  ])
}
