import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Queue } from 'bullmq'
import type pg from 'pg'
import { migrate } from '#prisma/migrate.ts'
import { defaultDataDir, type StackConfig } from '#server/local/config.ts'
import { startMail, startRedis } from '#server/local/engines.ts'
import { startPostgres } from '#server/local/postgres.ts'
import { startGuardian } from '#server/local/process-records.ts'
import { startRealtime, startSimulator, startWeb, startWorker } from '#server/local/product.ts'
import { throwAwayConfig } from '#tests/support/throw-away-config.ts'
import { startYoutube } from '../support/youtube.ts'
import { openDatabase } from './database.ts'
import { KillablePart } from './killable-part.ts'
import { MonthClock } from './month-clock.ts'
import { MpesaDesk } from './mpesa-desk.ts'
import { withItsChildren } from './with-its-children.ts'

export const killable = ['worker', 'web', 'realtime', 'redis', 'postgres'] as const
export type KillableName = (typeof killable)[number]

/** The product's processes on separate engines. */
export type Stage = {
  readonly config: StackConfig
  readonly database: pg.Pool
  readonly clock: MonthClock
  readonly mpesa: MpesaDesk
  /** The worker's queues, for scheduled jobs of the skipped time. */
  readonly queues: Record<'payments' | 'housekeeping', Queue>
  readonly parts: Record<KillableName, KillablePart>
  /** Redis loses its data at the next kill. */
  readonly loseRedis: () => void
  end(): Promise<void>
}

/** With durability, because processes die here. */
export async function openStage(): Promise<Stage> {
  mkdirSync(defaultDataDir, { recursive: true })
  const dataDir = mkdtempSync(path.join(defaultDataDir, 'month-'))
  const guardian = startGuardian(dataDir, true)
  const clockFile = path.join(dataDir, 'clock')
  const youtube = await startYoutube()
  const config = {
    ...(await throwAwayConfig(dataDir, {
      CLOCK_FILE: clockFile,
      YOUTUBE_URL: youtube.url,
      REQUIRE_EMAIL_VERIFICATION: 'false',
      TRUSTED_PROXY_HOPS: '1',
      MPESA_QUERIES_PER_MINUTE: '100000',
      MPESA_PROMPTS_PER_SECOND: '0',
      LOG_LEVEL: 'warn',
    })),
    throwAway: false,
  }
  const { ports } = config
  const parts = {
    postgres: new KillablePart('postgres', async () =>
      withItsChildren((await startPostgres({ dataDir, port: ports.postgres })).part),
    ),
    redis: new KillablePart('redis', async () => (await startRedis({ dataDir, port: ports.redis })).part),
    worker: new KillablePart('worker', () => startWorker(config)),
    web: new KillablePart('web', () => startWeb(config, 'start')),
    realtime: new KillablePart('realtime', () => startRealtime(config)),
  }
  const others = [
    new KillablePart('mail', () => startMail({ dataDir, smtpPort: ports.smtp, pagePort: ports.mailPage })),
    new KillablePart('simulator', () => startSimulator(config)),
  ]
  const database = openDatabase(config.settings.DATABASE_URL ?? '')
  const mpesa = new MpesaDesk(`http://127.0.0.1:${ports.simulator}`)
  const queues = {
    payments: openQueue('payments', ports.redis),
    housekeeping: openQueue('housekeeping', ports.redis),
  }
  const endAll = async () => {
    for (const one of [parts.web, parts.worker, parts.realtime, ...others]) await one.end()
    for (const queue of Object.values(queues)) await queue.close()
    await database.end()
    await Promise.all([parts.redis.end(), youtube.close()])
    await parts.postgres.end()
    await guardian.dismiss()
  }
  let ending: Promise<void> | undefined
  // An interrupt ends the month.
  const end = () => {
    ending ??= endAll()
    return ending
  }
  try {
    await Promise.all([parts.postgres, parts.redis, ...others].map((part) => part.begin()))
    await migrate(config.settings.DATABASE_URL ?? '')
    const clock = new MonthClock(clockFile, database, mpesa)
    await clock.begin()
    return {
      config,
      database,
      clock,
      mpesa,
      queues,
      parts,
      loseRedis: () => rmSync(path.join(dataDir, 'redis'), { recursive: true, force: true }),
      end,
    }
  } catch (error) {
    await end()
    throw error
  }
}

function openQueue(name: string, port: number): Queue {
  const connection = { host: '127.0.0.1', port, maxRetriesPerRequest: 1, commandTimeout: 2_000 }
  const queue = new Queue(name, { connection, prefix: '{ngoma}:bull' })
  // Redis is killed here: adders retry.
  queue.on('error', () => undefined)
  return queue
}
