import type { Server } from 'node:http'
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { equalInConstantTime } from '#lib/core/ids.ts'
import { metrics } from '#lib/core/metrics.ts'
import { redis } from '#lib/core/redis.ts'
import { forwardedFor, isFromThisMachine } from '#lib/core/request-source.ts'
import { closeOnUnreadBodies } from '#lib/core/unread-bodies.ts'
import { refreshGauges } from './metrics.ts'

export async function startOperationsServer(): Promise<Server> {
  closeOnUnreadBodies()
  const app = express()
  app.disable('x-powered-by')
  app.get('/health', (_request, response) => void response.json({ status: 'ok' }))
  app.get('/ready', async (_request, response) => {
    const ready = await Promise.all([db().query('SELECT 1'), redis().ping()]).then(
      () => true,
      () => false,
    )
    response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'unavailable' })
  })
  app.use(requireToken)
  app.get('/metrics', async (_request, response) => {
    await refreshGauges()
    response.type(metrics().contentType).send(await metrics().metrics())
  })
  app.use('/queues', showQueues)
  return new Promise((resolve, reject) => {
    const server = app.listen(env.WORKER_PORT, env.WORKER_HOST, () => resolve(server))
    server.on('error', reject)
  })
}

let board: Promise<RequestHandler> | undefined

/** Loads the queues' page on demand, because loading takes a sixth of the worker's start. */
const showQueues: RequestHandler = async (request, response, next) => {
  board ??= import('./queue-board.ts').then(({ openQueueBoard }) => openQueueBoard('/queues'))
  const show = await board
  await show(request, response, next)
}

/** Requires METRICS_TOKEN, as bearer token or Basic password. If none is set, only this machine may read. */
function requireToken(request: Request, response: Response, next: NextFunction): void {
  if (isOperator(request)) {
    next()
    return
  }
  response
    .status(401)
    .set('WWW-Authenticate', 'Basic realm="Ngoma"')
    .json({ detail: 'Authentication credentials were not provided.' })
}

function isOperator(request: Request): boolean {
  if (!env.METRICS_TOKEN) return isFromThisMachine(forwardedFor(request), request.headers.host)
  return hasToken(request.headers.authorization ?? '')
}

function hasToken(header: string): boolean {
  const [scheme, value = ''] = header.split(' ')
  if (scheme === 'Bearer') return equalInConstantTime(value, env.METRICS_TOKEN)
  const password = Buffer.from(value, 'base64').toString().split(':').slice(1).join(':')
  return scheme === 'Basic' && equalInConstantTime(password, env.METRICS_TOKEN)
}
