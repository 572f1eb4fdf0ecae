import { type ConnectionOptions, Queue } from 'bullmq'
import { z } from 'zod'
import { env } from './env.ts'
import { processSingleton } from './process-singleton.ts'
import { connectRedis, SILENT_REDIS_MS } from './redis.ts'
import { queueTelemetry } from './start-tracing.ts'

/** A queue per kind of work, so that settlement waits for no other; payments call M-Pesa, mail calls SMTP. */
export const queueNames = [
  'settlement',
  'payments',
  'mail',
  'housekeeping',
  'pictures',
  'dead-letter',
] as const
export type QueueName = (typeof queueNames)[number]

/** The handlers are in workers/registry.ts. */
export type JobContract<S extends z.ZodType = z.ZodType> = {
  readonly queue: Exclude<QueueName, 'dead-letter'>
  readonly name: string
  readonly schema: S
  readonly attempts: number
  /** Jobs without a number run first, then the lowest number. From 1, as in BullMQ. */
  readonly priority?: number
  /**
   * The purpose of a job that a sweep enqueues again. Failures of one purpose share a dead letter; a success
   * removes it.
   */
  isFor?(data: z.output<S>): string
}

/** A retry would fail too: the job becomes a dead letter at once. */
export class FinalError extends Error {
  override readonly name = 'FinalError'
}

/** The job cannot start yet: it runs again after `afterMs`, without counting as an attempt. */
export class NotYetError extends Error {
  readonly afterMs: number

  constructor(why: string, afterMs: number) {
    super(why)
    this.afterMs = afterMs
  }
}

const nothing = z.object({})

export function defineJob(job: Omit<JobContract, 'schema'>): JobContract<typeof nothing>
export function defineJob<S extends z.ZodType>(job: JobContract<S>): JobContract<S>
export function defineJob(job: Omit<JobContract, 'schema'>): JobContract {
  return { schema: nothing, ...job }
}

const queues = processSingleton('queues', () => ({
  connection: connectRedis({
    maxRetriesPerRequest: 1,
    commandTimeout: 3_000,
    socketTimeout: SILENT_REDIS_MS,
  }) satisfies ConnectionOptions,
  open: new Map<QueueName, Queue>(),
}))

export function queue(name: QueueName): Queue {
  const { connection, open } = queues.get()
  const found = open.get(name)
  if (found) return found
  const opened = new Queue(name, {
    connection,
    prefix: `${env.REDIS_PREFIX}:bull`,
    // Calls fail at once without Redis; the outbox sends the jobs later.
    skipWaitingForReady: true,
    ...queueTelemetry(),
    // In seconds; BullMQ applies these when a job of the queue ends.
    defaultJobOptions: {
      removeOnComplete: { count: 1_000, age: 3_600 },
      removeOnFail: { count: 5_000, age: 30 * 86_400 },
    },
  })
  // The connection logs its errors; without a listener BullMQ would print each.
  opened.on('error', () => undefined)
  open.set(name, opened)
  // If Redis does not answer BullMQ's first call, BullMQ rejects every later call of that queue.
  opened.waitUntilReady().catch(() => {
    if (open.get(name) === opened) open.delete(name)
    opened.close().catch(() => undefined)
  })
  return opened
}

export async function closeQueues(): Promise<void> {
  const all = [...(queues.drop()?.open.values() ?? [])]
  await Promise.all(all.map((one) => one.close()))
}
