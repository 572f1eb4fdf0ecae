import { createServer } from 'node:http'
import path from 'node:path'
import next from 'next'
import { followDatabaseClock } from '#lib/core/database-clock.ts'
import { env } from '#lib/core/env.ts'
import { refuseUnfitDatabase } from '#lib/core/fit-database.ts'
import { startHeartbeat } from '#lib/core/heartbeat.ts'
import { log } from '#lib/core/log.ts'
import { endTracing, startTracing } from '#lib/core/start-tracing.ts'
import { preloadSystemAccounts } from '#lib/domain/ledger/queries.ts'
import { prepareIncomingRequests } from '#lib/web/endpoint/incoming-requests.ts'
import { openFrontDoor } from '#lib/web/front/front-door.ts'
import { gracefulShutdown } from '#lib/web/front/graceful-shutdown.ts'
import { passSockets } from '#lib/web/front/pass-sockets.ts'
import { TrafficCount } from '#lib/web/front/traffic-count.ts'

// Runs web from a build; `npm run dev` runs Next alone.

const hostname = env.WEB_HOST
const port = env.WEB_PORT

await startTracing('web')
prepareIncomingRequests()
await refuseUnfitDatabase()
const endClock = await followDatabaseClock()
void preloadSystemAccounts()
const server = createServer()
server.on('upgrade', passSockets(env.REALTIME_URL))
const endServer = gracefulShutdown(server)
const app = next({
  dev: false,
  dir: path.join(import.meta.dirname, '../..'),
  hostname,
  port,
  // Next would end sockets that it does not know, so it gets a server without traffic.
  httpServer: createServer(),
})
await app.prepare()
const traffic = new TrafficCount()
const endHeartbeat = startHeartbeat('web')
server.on(
  'request',
  openFrontDoor(app.getRequestHandler(), (status) => traffic.add(status)),
)
// As long as a proxy keeps an unused connection, in ms.
server.keepAliveTimeout = 75_000
// Registered before listening, to handle a signal before the first request.
process.once('SIGTERM', (signal) => void leave(signal))
process.once('SIGINT', (signal) => void leave(signal))
await new Promise<void>((resolve) => server.listen(port, hostname, 4096, resolve))
log.info({ port }, 'web is up')

async function leave(signal: NodeJS.Signals): Promise<void> {
  log.info({ signal }, 'web leaves')
  await endServer()
  await Promise.all([traffic.end(), endHeartbeat(), endClock()])
  await endTracing()
  await app.close().finally(() => process.exit(0))
}
