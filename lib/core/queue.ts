import { type ConnectionOptions, Queue } from 'bullmq'
import { z } from 'zod'
import { env } from './env.ts'
import { processSingleton } from './process-singleton.ts'
import { connectRedis, SILENT_REDIS_MS } from './redis.ts'

/** Queues by kind of work: settlement waits for no other work, payments talk to M-Pesa, mail to SMTP, pictures are drawn. */
export const queueNames = [
  'settlement',
  'payments',
  'mail',
  'housekeeping',
  'pictures',
  'dead-letter',
] as const
export type QueueName = (typeof queueNames)[number]

/** What the sender and the handler of a job agree on. The handlers are in workers/registry.ts. */
export type JobContract<S extends z.ZodType = z.ZodType> = {
  readonly queue: Exclude<QueueName, 'dead-letter'>
  readonly name: string
  readonly schema: S
  /** Tries before it goes to the dead-letter queue. */
  readonly attempts: number
  /** Jobs without a number run before all that have one; of these the lowest number runs first. From 1, as BullMQ has it. */
  readonly priority?: number
  /**
   * What it is for, of jobs that a sweep orders again until that is done: those that fail leave one dead letter of it, which goes
   * when one succeeds.
   */
  isFor?(data: z.output<S>): string
}

/** Thrown by the handler of a job that would fail again: it becomes a dead letter at once. */
export class FinalError extends Error {
  override readonly name = 'FinalError'
}

/**
 * Thrown by the handler of a job that cannot begin yet. The job comes back after `afterMs`, which is no try, and others have its
 * place meanwhile.
 */
export class NotYetError extends Error {
  readonly afterMs: number

  constructor(why: string, afterMs: number) {
    super(why)
    this.afterMs = afterMs
  }
}

const nothing = z.object({})

/** Declares a job; kept in its domain's jobs.ts. Without a `schema` it carries nothing. */
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

/** Returns the sending side of a queue, which is opened once for each process, and anew where Redis did not answer then. */
export function queue(name: QueueName): Queue {
  const { connection, open } = queues.get()
  const found = open.get(name)
  if (found) return found
  const opened = new Queue(name, {
    connection,
    prefix: `${env.REDIS_PREFIX}:bull`,
    // A call fails while Redis is away, and does not wait for it: whoever sends a job has the outbox.
    skipWaitingForReady: true,
    // In seconds. BullMQ looks at them when another job of the queue ends so.
    defaultJobOptions: {
      removeOnComplete: { count: 1_000, age: 3_600 },
      removeOnFail: { count: 5_000, age: 30 * 86_400 },
    },
  })
  // The connection logs its errors already; without a listener BullMQ would also write each to the console.
  opened.on('error', () => undefined)
  open.set(name, opened)
  // BullMQ asks Redis who it is when it opens a queue. Where no answer comes it refuses that queue's every call from then on.
  opened.waitUntilReady().catch(() => {
    if (open.get(name) === opened) open.delete(name)
    opened.close().catch(() => undefined)
  })
  return opened
}

/** Closes the sending sides. */
export async function closeQueues(): Promise<void> {
  const all = [...(queues.drop()?.open.values() ?? [])]
  await Promise.all(all.map((one) => one.close()))
}
