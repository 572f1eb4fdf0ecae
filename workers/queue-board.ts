import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { ExpressAdapter } from '@bull-board/express'
import type { RequestHandler } from 'express'
import { queue, queueNames } from '#lib/core/queue.ts'

export function openQueueBoard(path: string): RequestHandler {
  const adapter = new ExpressAdapter()
  adapter.setBasePath(path)
  createBullBoard({
    queues: queueNames.map((name) => new BullMQAdapter(queue(name))),
    serverAdapter: adapter,
  })
  return adapter.getRouter()
}
