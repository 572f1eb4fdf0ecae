import { followDatabaseClock } from '#lib/core/database-clock.ts'
import { closeDb } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { refuseUnfitDatabase } from '#lib/core/fit-database.ts'
import { startHeartbeat } from '#lib/core/heartbeat.ts'
import { log } from '#lib/core/log.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { endTracing, startTracing } from '#lib/core/start-tracing.ts'
import { startRealtime } from './server.ts'

await startTracing('realtime')
await refuseUnfitDatabase()
const endClock = await followDatabaseClock()
const server = await startRealtime({ host: env.REALTIME_HOST, port: env.REALTIME_PORT })

const endHeartbeat = startHeartbeat('realtime')

async function leave(): Promise<void> {
  await server.close()
  await Promise.all([endHeartbeat(), endClock()])
  await Promise.all([closeDb(), closeRedis(), endTracing()])
}

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    log.info({ signal }, 'realtime leaves')
    leave().catch((error: Error) => {
      log.error({ err: error.message }, 'realtime did not shut down gracefully')
      process.exit(1)
    })
  })
