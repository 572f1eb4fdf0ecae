import { followDatabaseClock } from '#lib/core/database-clock.ts'
import { closeDb } from '#lib/core/db.ts'
import { refuseSmallPoolOfWorker } from '#lib/core/env.ts'
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

refuseSmallPoolOfWorker()
await refuseUnfitDatabase({ backups: true })
const endClock = await followDatabaseClock()
await preloadSystemAccounts()
const server = await startOperationsServer()
// What waited before the start is settled at once, even if Redis does not answer yet.
const firstSweep = sweepOnce()
const endSweeps = startSweeps()
const endConsumers = startConsumers()
const endSchedules = startSchedulesWithRedis()
const endHeartbeat = startHeartbeat('worker')

let ending = false
async function end(): Promise<void> {
  if (ending) return
  ending = true
  // New work is refused first, and then the connections are closed. A sweep settles as long as anything waits, which under load may
  // be longer than a worker has to leave.
  server.close()
  endSchedules()
  await Promise.all([firstSweep, endSweeps(), endConsumers()])
  await Promise.all([endHeartbeat(), endClock()])
  await closeQueues()
  await closeRedis()
  await closeDb()
  process.exit(0)
}
// Before it first waits for that work, so that whoever tells a worker to leave while it starts is heard too.
process.on('SIGTERM', () => void end())
process.on('SIGINT', () => void end())

await firstSweep
log.info('worker is up')
