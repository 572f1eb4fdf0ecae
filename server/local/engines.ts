import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { type Part, startPart } from './part.ts'
import { findProgram } from './programs/find.mjs'
import { redis } from './programs/needed.mjs'
import { StopError } from './run-program.ts'

type Place = { dataDir: string; port: number }

/**
 * Starts Redis on 127.0.0.1, without eviction, because BullMQ must not lose keys.
 * @param options `throwAway` writes nothing to the disk
 * @throws StopError if Redis is not installed or does not start
 */
export async function startRedis({ dataDir, port, throwAway }: Place & { throwAway?: boolean }) {
  const command = findProgram(redis.names)
  if (command === undefined)
    throw new StopError('redis-server is missing: install it, or give the address of a Redis in REDIS_URL.')
  const directory = path.join(dataDir, 'redis')
  mkdirSync(directory, { recursive: true })
  const part = await startPart({
    name: 'redis',
    command,
    args: [
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', directory],
      ...['--appendonly', throwAway ? 'no' : 'yes', '--save', ''],
      ...['--maxmemory-policy', 'noeviction', '--databases', '64'],
    ],
    dataDir,
    answers: () => answersPing(port),
  })
  return { part, url: `redis://127.0.0.1:${port}` }
}

/** Whether Redis is ready: the client waits while Redis loads its file. */
async function answersPing(port: number): Promise<boolean> {
  const client = new Redis({ port, host: '127.0.0.1', lazyConnect: true, retryStrategy: () => null })
  client.on('error', () => undefined)
  await client.connect().finally(() => client.disconnect())
  return true
}

/** Starts s3rver, which like a real store answers only signed calls (docs/decisions/0022). */
export async function startObjectStore({ dataDir, port, buckets }: Place & { buckets: string[] }) {
  const endpoint = `http://127.0.0.1:${port}`
  const part = await startPart({
    name: 's3',
    command: process.execPath,
    args: [path.join(import.meta.dirname, 'object-store-process.mjs')],
    env: { S3_PORT: String(port), S3_DIRECTORY: path.join(dataDir, 's3'), S3_BUCKETS: buckets.join(',') },
    dataDir,
    answers: endpoint,
  })
  return { part, endpoint }
}

type MailPlace = { dataDir: string; smtpPort: number; pagePort: number; name?: string }

export function startMail({ dataDir, smtpPort, pagePort, name = 'mail' }: MailPlace): Promise<Part> {
  const main = fileURLToPath(import.meta.resolve('maildev'))
  return startPart({
    name,
    command: process.execPath,
    args: [
      path.join(path.dirname(main), 'bin', 'maildev.js'),
      ...['--ip', '127.0.0.1', '--smtp', String(smtpPort)],
      ...['--web-ip', '127.0.0.1', '--web', String(pagePort)],
      ...['--mail-directory', path.join(dataDir, name), '--max-emails', '500'],
    ],
    dataDir,
    answers: `http://127.0.0.1:${pagePort}/api/healthz`,
  })
}
