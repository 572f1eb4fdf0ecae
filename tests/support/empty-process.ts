import { realTime, setProcessClock } from '#lib/core/clock.ts'
import { closeDb } from '#lib/core/db.ts'
import { metrics } from '#lib/core/metrics.ts'
import { dropSingletons } from '#lib/core/process-singleton.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis, redis, redisKey } from '#lib/core/redis.ts'

/** Singletons that stay, because metrics and listeners register once per process. */
const kept = /^(metrics|incoming-requests$|unread-bodies$)/

/** Ends connections and clears caches after a test file, so that the next one starts fresh. */
export async function emptyProcess(): Promise<void> {
  await closeQueues()
  await closeRedis()
  const keys = await redis().keys(redisKey('*'))
  if (keys.length > 0) await redis().unlink(...keys)
  await closeRedis()
  await closeDb()
  dropSingletons(kept)
  metrics().resetMetrics()
  setProcessClock(realTime)
}
