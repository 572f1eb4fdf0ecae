import { closeDb } from '#lib/core/db.ts'
import { refuseUnfitDatabase } from '#lib/core/fit-database.ts'
import { startHeartbeat } from '#lib/core/heartbeat.ts'
import { log } from '#lib/core/log.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { preloadSystemAccounts } from '#lib/domain/ledger/queries.ts'
import { startConsumers } from './consume.ts'
import { startOperationsServer } from './operations-server.ts'
import { startSchedulesWithRedis } from './schedules.ts'
import { startSweeps, sweepOnce } from './sweep.ts'

await refuseUnfitDatabase({ backups: true })
const server = await startOperationsServer()
await preloadSystemAccounts()
// What waited before the start is settled even if Redis does not answer yet.
await sweepOnce()
const endSweeps = startSweeps()
const endConsumers = startConsumers()
const endSchedules = startSchedulesWithRedis()
const endHeartbeat = startHeartbeat('worker')
log.info('worker is up')

let ending = false
async function end(): Promise<void> {
  if (ending) return
  ending = true
  // New work is refused first, and then the connections are closed.
  server.close()
  endSchedules()
  await endSweeps()
  await endConsumers()
  await endHeartbeat()
  await closeQueues()
  await closeRedis()
  await closeDb()
  process.exit(0)
}
process.on('SIGTERM', () => void end())
process.on('SIGINT', () => void end())
