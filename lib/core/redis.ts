import { Redis, type RedisOptions, type SentinelConnectionOptions, SentinelConnector } from 'ioredis'
import { env } from './env.ts'
import { log } from './log.ts'
import { processSingleton } from './process-singleton.ts'
import { groupName } from './redis-sentinels.ts'

const openConnections = processSingleton('redis-connections', () => new Set<Redis>())

/**
 * Works around ioredis: if a failover happens during a connection attempt, the sentinel listener of a closed
 * connection aborts the attempt for good. So each connect ends the old listener.
 */
class RenewedSentinels extends SentinelConnector {
  // ioredis passes its own options.
  constructor(options: unknown) {
    super(options as SentinelConnectionOptions)
  }

  override connect(...asked: Parameters<SentinelConnector['connect']>) {
    // biome-ignore lint/complexity/useLiteralKeys: it is private, and nothing else ends the listening
    this['failoverDetector']?.cleanup()
    return super.connect(...asked)
  }
}

/** A frozen sentinel or primary must not block a connection for long; sentinels report failovers. */
function throughSentinels(): RedisOptions {
  if (env.REDIS_SENTINELS.length === 0) return {}
  return {
    sentinels: [...env.REDIS_SENTINELS],
    name: groupName(env.REDIS_URL),
    sentinelPassword: env.REDIS_SENTINEL_PASSWORD,
    // With rediss:// connections to Redis and to sentinels are encrypted.
    enableTLSForSentinelMode: true,
    ...(env.REDIS_URL.startsWith('rediss:') ? { sentinelTLS: {} } : {}),
    failoverDetector: true,
    Connector: RenewedSentinels,
    connectTimeout: 2_000,
    sentinelCommandTimeout: 1_000,
    retryStrategy: (attempt) => Math.min(50 * 2 ** (attempt - 1), 1_000),
  }
}

/** `closeRedis` closes the connection. BullMQ workers and subscribers each need their own. */
export function connectRedis(options: RedisOptions = {}): Redis {
  const redis = new Redis(env.REDIS_URL, { maxRetriesPerRequest: null, ...throughSentinels(), ...options })
  // Only a warning, because every reader can use Postgres instead.
  redis.on('error', (error) => log.warn({ err: error.message }, 'redis'))
  openConnections.get().add(redis)
  return redis
}

/**
 * In ms. A connection with an unanswered command is dead after this time; the kernel would wait a quarter of
 * an hour.
 */
export const SILENT_REDIS_MS = 5_000

const shared = processSingleton('redis', () =>
  connectRedis({ maxRetriesPerRequest: 1, commandTimeout: 2_000, socketTimeout: SILENT_REDIS_MS }),
)

/** The shared connection for short commands, which fail at once without Redis. */
export function redis(): Redis {
  return shared.get()
}

export function redisKey(name: string): string {
  return `${env.REDIS_PREFIX}:${name}`
}

export async function closeRedis(): Promise<void> {
  const all = [...(openConnections.drop() ?? [])]
  shared.drop()
  await Promise.all(all.map(close))
}

/** Only `disconnect` ends the sentinels' connections. */
async function close(redis: Redis): Promise<void> {
  await redis.quit().catch(() => undefined)
  redis.disconnect()
}
