// Web as a process of its own: the front door, with the route modules instead of Next.
import { log } from '#lib/core/log.ts'
import { endTracing, startTracing } from '#lib/core/start-tracing.ts'
import { listenForPayments } from '#lib/domain/payments/order-prompt.ts'
import { startWebFront } from './web-front.ts'

await startTracing('web')
const end = await startWebFront()
listenForPayments()
log.info('web is up')
process.once('SIGTERM', async () => {
  await end()
  await endTracing()
  process.exit(0)
})
