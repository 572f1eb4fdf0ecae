import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { type Part, startPart } from './part.ts'
import { StopError } from './stop-error.ts'
import { waitUntilReady } from './wait-until.ts'

export interface RedisOptions {
  /** `redis/`, `logs/` and `pids/` are kept below it. */
  dataDir: string
  port: number
  /** For tests: nothing is written to the disk. */
  throwAway?: boolean
}

export interface RunningRedis {
  part: Part
  url: string
}

/**
 * Starts a Redis (or Valkey) server on 127.0.0.1. It never evicts: BullMQ's queues live in it.
 * @throws StopError when no server is installed, or it does not come up
 */
export async function startRedis(options: RedisOptions): Promise<RunningRedis> {
  const command = findRedisServer()
  if (command === undefined) {
    throw new StopError('redis-server is missing: install it, or give the address of a Redis in REDIS_URL.')
  }
  const directory = path.join(options.dataDir, 'redis')
  mkdirSync(directory, { recursive: true })
  const part = await startPart({
    name: 'redis',
    command,
    args: [
      ...['--port', String(options.port), '--bind', '127.0.0.1', '--dir', directory],
      ...['--appendonly', options.throwAway === true ? 'no' : 'yes', '--save', ''],
      ...['--maxmemory-policy', 'noeviction', '--databases', '64'],
    ],
    dataDir: options.dataDir,
  })
  try {
    await waitUntilReady(part, () => answersPing(options.port))
  } catch (error) {
    part.kill()
    throw error
  }
  return { part, url: `redis://127.0.0.1:${options.port}` }
}

/** Returns the program of Redis or of Valkey, whichever this machine has. */
export function findRedisServer(): string | undefined {
  return ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0)
}

/** While Redis reads its file back it answers -LOADING, which is not yet ready. */
function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    socket.setTimeout(1_000, () => socket.destroy(new Error('no answer')))
    socket.once('error', reject)
    socket.once('data', (data) => {
      socket.destroy()
      resolve(data.toString().startsWith('+PONG'))
    })
  })
}
