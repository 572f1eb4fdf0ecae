import { type ConnectionOptions, Queue } from 'bullmq'
import type { z } from 'zod'
import { env } from './env.ts'
import { processSingleton } from './process-singleton.ts'
import { connectRedis } from './redis.ts'

/** Queues by how their work behaves: settlement is never behind anything, payments talk to M-Pesa, mail to SMTP. */
export const queueNames = ['settlement', 'payments', 'mail', 'housekeeping', 'dead-letter'] as const
export type QueueName = (typeof queueNames)[number]

/** What the sender and the handler of a job agree on. Handlers are found in workers/registry.ts. */
export type JobContract<S extends z.ZodType = z.ZodType> = {
  readonly queue: Exclude<QueueName, 'dead-letter'>
  readonly name: string
  readonly schema: S
  /** Tries before it goes to the dead-letter queue. */
  readonly attempts: number
}

/** Declares a job; kept in its domain's jobs.ts. */
export function defineJob<S extends z.ZodType>(job: JobContract<S>): JobContract<S> {
  return job
}

const queues = processSingleton('queues', () => ({
  connection: connectRedis({ maxRetriesPerRequest: 1, commandTimeout: 3_000 }) satisfies ConnectionOptions,
  open: new Map<QueueName, Queue>(),
}))

/** The sending side of a queue, opened once for each process. */
export function queue(name: QueueName): Queue {
  const { connection, open } = queues.get()
  let found = open.get(name)
  if (!found) {
    found = new Queue(name, {
      connection,
      prefix: `${env.REDIS_PREFIX}:bull`,
      defaultJobOptions: { removeOnComplete: { count: 1_000, age: 3_600 }, removeOnFail: { count: 5_000 } },
    })
    // Its connection tells the log already; without a listener BullMQ would write each error to the console as well.
    found.on('error', () => undefined)
    open.set(name, found)
  }
  return found
}

/** Ends the sending sides. */
export async function closeQueues(): Promise<void> {
  const all = [...(queues.drop()?.open.values() ?? [])]
  await Promise.all(all.map((one) => one.close()))
}
