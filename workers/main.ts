import { followDatabaseClock } from '#lib/core/database-clock.ts'
import { closeDb } from '#lib/core/db.ts'
import { refuseSmallPoolOfWorker } from '#lib/core/env.ts'
import { refuseUnfitDatabase } from '#lib/core/fit-database.ts'
import { startHeartbeat } from '#lib/core/heartbeat.ts'
import { log } from '#lib/core/log.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { endTracing, startTracing } from '#lib/core/start-tracing.ts'
import { preloadSystemAccounts } from '#lib/domain/ledger/queries.ts'
import { startConsumers } from './consume.ts'
import { startOperationsServer } from './operations-server.ts'
import { startSchedulesWithRedis } from './schedules.ts'
import { startSweeps, sweepOnce } from './sweep.ts'

refuseSmallPoolOfWorker()
await startTracing('worker')
await refuseUnfitDatabase({ backups: true })
const endClock = await followDatabaseClock()
await preloadSystemAccounts()
const server = await startOperationsServer()
// Started before the queues: settles pending work even if Redis does not answer yet.
const firstSweep = sweepOnce()
const endSweeps = startSweeps()
const endConsumers = startConsumers()
const endSchedules = startSchedulesWithRedis()
const endHeartbeat = startHeartbeat('worker')

let ending = false
async function end(): Promise<void> {
  if (ending) return
  ending = true
  // A sweep may take longer than a worker has to end, so it is only awaited after new work is refused.
  server.close()
  endSchedules()
  await Promise.all([firstSweep, endSweeps(), endConsumers()])
  await Promise.all([endHeartbeat(), endClock()])
  await closeQueues()
  await closeRedis()
  await closeDb()
  await endTracing()
  process.exit(0)
}
// Registered here to handle a signal during the first sweep.
process.on('SIGTERM', () => void end())
process.on('SIGINT', () => void end())

await firstSweep
log.info('worker is up')
