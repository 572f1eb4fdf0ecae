import { Redis, type RedisOptions } from 'ioredis'
import { env } from './env.ts'
import { log } from './log.ts'
import { processSingleton } from './process-singleton.ts'

const openConnections = processSingleton('redis-connections', () => new Set<Redis>())

/** Opens a connection, which `closeRedis` closes. BullMQ workers and subscribers each need their own. */
export function connectRedis(options: RedisOptions = {}): Redis {
  const redis = new Redis(env.REDIS_URL, { maxRetriesPerRequest: null, ...options })
  // The loss of Redis is only logged: every reader can use Postgres instead.
  redis.on('error', (error) => log.warn({ err: error.message }, 'redis'))
  openConnections.get().add(redis)
  return redis
}

const shared = processSingleton('redis', () =>
  connectRedis({ maxRetriesPerRequest: 1, commandTimeout: 2_000 }),
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
  await Promise.all(all.map((redis) => redis.quit().catch(() => redis.disconnect())))
}
