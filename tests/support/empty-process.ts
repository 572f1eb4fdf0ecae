import { realTime, setProcessClock } from '#lib/core/clock.ts'
import { closeDb } from '#lib/core/db.ts'
import { metrics } from '#lib/core/metrics.ts'
import { dropSingletons } from '#lib/core/process-singleton.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis, redis, redisKey } from '#lib/core/redis.ts'

/** What stays for as long as the process: instruments are registered once, and so is who listens to its requests. */
const kept = ['metrics', 'request-durations', 'worker-metrics', 'incoming-requests', 'unread-bodies']

/** After a test file: ends the connections of this process and forgets what it has cached, so that the next file begins as a new process. */
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
