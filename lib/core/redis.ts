import { Redis, type RedisOptions } from 'ioredis'
import { env } from './env.ts'
import { log } from './log.ts'
import { processSingleton } from './process-singleton.ts'

const open = processSingleton('redis-connections', () => new Set<Redis>())

/** A connection of its own; closed by `closeRedis`. BullMQ workers and subscribers each need one. */
export function connectRedis(options: RedisOptions = {}): Redis {
  const redis = new Redis(env.REDIS_URL, { maxRetriesPerRequest: null, ...options })
  // Redis is a hint: its loss is logged, and every reader has Postgres to fall back on.
  redis.on('error', (error) => log.warn({ err: error.message }, 'redis'))
  open.get().add(redis)
  return redis
}

const shared = processSingleton('redis', () =>
  connectRedis({ maxRetriesPerRequest: 1, commandTimeout: 2_000 }),
)

/** The process's connection for short commands: fails fast instead of queueing while Redis is away. */
export function redis(): Redis {
  return shared.get()
}

/** A key or channel of this installation. */
export function redisKey(name: string): string {
  return `${env.REDIS_PREFIX}:${name}`
}

/** Ends every connection that this process opened. */
export async function closeRedis(): Promise<void> {
  const all = [...(open.drop() ?? [])]
  shared.drop()
  await Promise.all(all.map((redis) => redis.quit().catch(() => redis.disconnect())))
}
