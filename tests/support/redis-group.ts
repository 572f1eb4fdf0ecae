// A primary, two replicas and three sentinels as real processes.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Redis } from 'ioredis'
import { findFreePorts } from '#server/local/free-port.ts'
import { type Part, startPart } from '#server/local/part.ts'
import { findProgram } from '#server/local/programs/find.mjs'
import { redis } from '#server/local/programs/needed.mjs'
import { until } from './until.ts'

const name = 'ngoma-group'
const password = 'the-password-of-the-data'
const sentinelPassword = 'the-password-of-the-sentinels'

export type RedisGroup = {
  readonly settings: Record<'REDIS_URL' | 'REDIS_SENTINELS' | 'REDIS_SENTINEL_PASSWORD', string>
  /** Kills the primary; resolves after the election of another. */
  killPrimary(): Promise<void>
  /** Freezes the primary, whose connections stay open; resolves after the election of another. */
  freezePrimary(): Promise<void>
  /** Makes another node the primary, as before maintenance. */
  handOver(): Promise<void>
  /** Kills all data nodes and one sentinel, like a power failure; the data is lost. */
  loseAll(): Promise<void>
  /** Restarts dead processes without data and thaws frozen ones; resolves with two replicas. */
  comeBack(): Promise<void>
  end(): Promise<void>
}

/** @param dataDir for configurations and logs; a guardian ends the processes recorded in it */
export async function startRedisGroup(dataDir: string): Promise<RedisGroup> {
  const ports = await findFreePorts(6)
  const [dataPorts, sentinelPorts] = [ports.slice(0, 3), ports.slice(3)]
  const [firstPort = 0] = dataPorts
  const parts = new Map<number, Part>()
  const frozen = new Set<number>()

  const startData = async (port: number, more: string[] = []) => {
    const args = [
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', dataDir, '--dbfilename', `${port}.rdb`],
      ...[
        '--appendonly',
        'no',
        '--save',
        '',
        '--repl-diskless-sync-delay',
        '0',
        '--maxmemory-policy',
        'noeviction',
      ],
      ...['--requirepass', password, '--masterauth', password, ...more],
    ]
    parts.set(port, await startPart({ name: `redis-${port}`, command: program(), args, dataDir }))
  }
  const startSentinel = async (port: number) => {
    const file = path.join(dataDir, `sentinel-${port}.conf`)
    const args = [file, '--sentinel']
    parts.set(port, await startPart({ name: `sentinel-${port}`, command: program(), args, dataDir }))
  }
  const ask = <T>(port: number, secret: string, question: (redis: Redis) => Promise<T>) =>
    asking({ port, password: secret }, question)
  const primaryPort = async () => {
    for (const port of sentinelPorts) {
      const address = await ask(port, sentinelPassword, (redis) =>
        redis.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name),
      ).catch(() => undefined)
      if (Array.isArray(address)) return Number(address[1])
    }
    throw new Error('No sentinel knows a primary.')
  }
  const kill = async (port: number) => {
    parts.get(port)?.kill()
    await parts.get(port)?.exited
  }
  const hasReplicas = async (primary: number) => {
    const seen = await ask(primary, password, (redis) => redis.info('replication'))
    const online = seen.match(/^slave\d+:.*state=online/gm)?.length ?? 0
    return seen.includes('role:master') && online === dataPorts.length - 1
  }
  const isWhole = async () => {
    const hasAll = await hasReplicas(await primaryPort())
    const known = await Promise.all(
      sentinelPorts.map((port) =>
        ask(port, sentinelPassword, (redis) => redis.call('SENTINEL', 'CKQUORUM', name)),
      ),
    )
    const replicas = await Promise.all(
      sentinelPorts.map((port) =>
        ask(port, sentinelPassword, (redis) => redis.call('SENTINEL', 'REPLICAS', name)),
      ),
    )
    return (
      hasAll &&
      known.every((answer) => String(answer).startsWith(`OK ${sentinelPorts.length} `)) &&
      replicas.every(
        (of) =>
          Array.isArray(of) && of.length === dataPorts.length - 1 && !/s_down|disconnected/.test(String(of)),
      )
    )
  }
  const untilWhole = () => until('the group is whole', () => isWhole().catch(() => false), 60)

  /** Waits for any other primary: on a busy machine the sentinels may elect twice. */
  const untilFollowed = (port: number) =>
    until('another primary is elected', async () => (await primaryPort()) !== port, 60)

  mkdirSync(dataDir, { recursive: true })
  for (const port of dataPorts)
    await startData(port, port === firstPort ? [] : ['--replicaof', `127.0.0.1 ${firstPort}`])
  // Sentinels look for replicas every ten seconds; a failover leaves replicas behind that they do not know.
  await until('the primary has its replicas', () => hasReplicas(firstPort).catch(() => false))
  for (const port of sentinelPorts) {
    writeFileSync(
      path.join(dataDir, `sentinel-${port}.conf`),
      sentinelConfiguration(port, firstPort, dataDir),
    )
    await startSentinel(port)
  }
  await untilWhole()

  return {
    settings: {
      REDIS_URL: `redis://:${password}@${name}`,
      REDIS_SENTINELS: sentinelPorts.map((port) => `127.0.0.1:${port}`).join(','),
      REDIS_SENTINEL_PASSWORD: sentinelPassword,
    },
    killPrimary: async () => {
      const port = await primaryPort()
      await kill(port)
      await untilFollowed(port)
    },
    freezePrimary: async () => {
      const port = await primaryPort()
      process.kill(parts.get(port)?.pid ?? 0, 'SIGSTOP')
      frozen.add(port)
      await untilFollowed(port)
    },
    handOver: async () => {
      const [port = 0] = sentinelPorts
      await ask(port, sentinelPassword, (redis) => redis.call('SENTINEL', 'FAILOVER', name))
    },
    loseAll: async () => {
      await Promise.all([...dataPorts, ...sentinelPorts.slice(0, 1)].map(kill))
    },
    comeBack: async () => {
      for (const port of frozen) process.kill(parts.get(port)?.pid ?? 0, 'SIGCONT')
      frozen.clear()
      for (const [port, part] of parts) {
        if (part.isRunning()) continue
        // A restarted node starts empty; the sentinels tell it the primary.
        await (dataPorts.includes(port) ? startData(port) : startSentinel(port))
      }
      await untilWhole()
    },
    end: async () => {
      await Promise.all([...parts.keys()].map(kill))
    },
  }
}

function program(): string {
  const found = findProgram(redis.names)
  if (found === undefined) throw new Error('redis-server is missing.')
  return found
}

/**
 * Returns a sentinel's configuration, into which it will write. Timeouts are far shorter than in production.
 */
function sentinelConfiguration(port: number, primary: number, directory: string): string {
  return [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${directory}`,
    `requirepass ${sentinelPassword}`,
    `sentinel sentinel-pass ${sentinelPassword}`,
    `sentinel monitor ${name} 127.0.0.1 ${primary} 2`,
    `sentinel auth-pass ${name} ${password}`,
    `sentinel down-after-milliseconds ${name} 1500`,
    `sentinel failover-timeout ${name} 3000`,
    '',
  ].join('\n')
}

async function asking<T>(
  address: { port: number; password: string },
  question: (redis: Redis) => Promise<T>,
): Promise<T> {
  const redis = new Redis({
    ...address,
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: 1_000,
    commandTimeout: 1_000,
  })
  redis.on('error', () => undefined)
  try {
    await redis.connect()
    return await question(redis)
  } finally {
    redis.disconnect()
  }
}
