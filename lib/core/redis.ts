import { Redis, type RedisOptions, type SentinelConnectionOptions, SentinelConnector } from 'ioredis'
import { env } from './env.ts'
import { log } from './log.ts'
import { processSingleton } from './process-singleton.ts'
import { groupName } from './redis-sentinels.ts'

const openConnections = processSingleton('redis-connections', () => new Set<Redis>())

/**
 * ioredis listens to the sentinels of a connection also after that was closed, and gives up the next one for good where they tell of
 * a failover while it is being made: the process had no Redis until its restart. The next one asks the sentinels itself.
 */
class RenewedSentinels extends SentinelConnector {
  // What ioredis asks of a connector: it hands its own options over.
  constructor(options: unknown) {
    super(options as SentinelConnectionOptions)
  }

  override connect(...asked: Parameters<SentinelConnector['connect']>) {
    // biome-ignore lint/complexity/useLiteralKeys: it is private, and nothing else ends the listening
    this['failoverDetector']?.cleanup()
    return super.connect(...asked)
  }
}

/**
 * How the primary is found by sentinels. One that is gone or frozen, and its machine with it, shall not hold a connection up
 * for long, and neither shall a primary that does not close its connections: the sentinels tell when it is replaced.
 */
function throughSentinels(): RedisOptions {
  if (env.REDIS_SENTINELS.length === 0) return {}
  return {
    sentinels: [...env.REDIS_SENTINELS],
    name: groupName(env.REDIS_URL),
    sentinelPassword: env.REDIS_SENTINEL_PASSWORD,
    // Of rediss://: both are encrypted or neither is.
    enableTLSForSentinelMode: true,
    ...(env.REDIS_URL.startsWith('rediss:') ? { sentinelTLS: {} } : {}),
    failoverDetector: true,
    Connector: RenewedSentinels,
    connectTimeout: 2_000,
    sentinelCommandTimeout: 1_000,
    retryStrategy: (attempt) => Math.min(50 * 2 ** (attempt - 1), 1_000),
  }
}

/** Opens a connection, which `closeRedis` closes. BullMQ workers and subscribers each need their own. */
export function connectRedis(options: RedisOptions = {}): Redis {
  const redis = new Redis(env.REDIS_URL, { maxRetriesPerRequest: null, ...throughSentinels(), ...options })
  // The loss of Redis is only logged: every reader can use Postgres instead.
  redis.on('error', (error) => log.warn({ err: error.message }, 'redis'))
  openConnections.get().add(redis)
  return redis
}

/**
 * After how many milliseconds without a word a connection that has asked something is taken for dead. The kernel would wait a quarter of
 * an hour for a machine that has lost its power, and each command for its own time.
 */
export const SILENT_REDIS_MS = 5_000

const shared = processSingleton('redis', () =>
  connectRedis({ maxRetriesPerRequest: 1, commandTimeout: 2_000, socketTimeout: SILENT_REDIS_MS }),
)

/** Returns the process's connection for short commands, which fail at once while Redis does not answer. */
export function redis(): Redis {
  return shared.get()
}

/** Returns the name of a key or channel of this installation. */
export function redisKey(name: string): string {
  return `${env.REDIS_PREFIX}:${name}`
}

/** Closes every connection that this process has opened. */
export async function closeRedis(): Promise<void> {
  const all = [...(openConnections.drop() ?? [])]
  shared.drop()
  await Promise.all(all.map(close))
}

/** The sentinels' connections are ended by `disconnect` alone. */
async function close(redis: Redis): Promise<void> {
  await redis.quit().catch(() => undefined)
  redis.disconnect()
}
