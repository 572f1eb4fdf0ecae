import { DelayedError, type Job, UnrecoverableError, Worker } from 'bullmq'
import { env } from '#lib/core/env.ts'
import { listenTo, openEventFeed } from '#lib/core/event-feed.ts'
import { log } from '#lib/core/log.ts'
import { FinalError, NotYetError, type QueueName, queue, queueNames } from '#lib/core/queue.ts'
import { connectRedis } from '#lib/core/redis.ts'
import { callbacksStored, promptsOrdered } from '#lib/domain/payments/events.ts'
import { countJob } from './metrics.ts'
import { type Registered, registry } from './registry.ts'
import { isMadeGood } from './schedules.ts'
import { PromptSender } from './send-prompts.ts'
import { settleWhatWaits, untilNothingSettles } from './settle-what-waits.ts'

/** How many jobs of a queue run at once in a worker. settle-what-waits.ts limits settlements by itself. */
const CONCURRENCY: Record<Exclude<QueueName, 'dead-letter'>, number> = {
  settlement: 3,
  payments: 4,
  mail: 4,
  housekeeping: 4,
  // Drawing fills a processor.
  pictures: 1,
}

/** In milliseconds: when a job that this worker does not know is looked at again, and for how long others may come who know it. */
const UNKNOWN = { again: 1_000, patience: 3_600_000 }

/**
 * Starts the consumers of all queues, and of prompts.
 * @returns ends them, after what they are at. Turns that take long are told, and begin nothing more
 */
export function startConsumers(): () => Promise<void> {
  const end = new AbortController()
  const workers = queueNames
    .filter((name) => name !== 'dead-letter')
    .map((name) => startConsumer(name, end.signal))
  const prompts = new PromptSender()
  const listeners = [listenTo(promptsOrdered, () => prompts.look()), listenTo(callbacksStored, settleLater)]
  const feed = openEventFeed(listeners, (isConnected) => {
    if (!isConnected) return
    prompts.look()
    settleLater()
  })
  return async () => {
    feed.end()
    end.abort()
    await Promise.all([prompts.end(), untilNothingSettles(), ...workers.map((worker) => worker.close())])
  }
}

function settleLater(): void {
  const end = countJob('settlement', 'settle-inbox')
  settleWhatWaits().then(
    () => end('done'),
    (error: Error) => {
      end('failed')
      log.error({ err: error }, 'settlement waits for its sweep')
    },
  )
}

function startConsumer(name: Exclude<QueueName, 'dead-letter'>, ending: AbortSignal): Worker {
  const handlers = new Map(registry.filter(({ job }) => job.queue === name).map((one) => [one.job.name, one]))
  const worker = new Worker(name, (job, token) => runJob(name, handlers, job, token, ending), {
    // Twice as long as BullMQ waits for a job at the most. A machine that has lost its power would be waited for a quarter of an hour.
    connection: connectRedis({ socketTimeout: 20_000 }),
    prefix: `${env.REDIS_PREFIX}:bull`,
    concurrency: CONCURRENCY[name],
    // The job of a killed worker is run by another, after 20 seconds at most where nothing else is set, however often that
    // happens: every handler may run twice.
    lockDuration: env.WORKER_LOCK_SECONDS * 1_000,
    stalledInterval: (env.WORKER_LOCK_SECONDS * 1_000) / 3,
    maxStalledCount: 1_000,
    // After Redis was away: BullMQ's own 15 seconds are longer than a visitor waits for the prompt.
    runRetryDelay: 1_000,
  })
  worker.on('failed', (job, error) => void onFailed(name, handlers, job, error))
  worker.on('error', (error) => log.warn({ queue: name, err: error.message }, 'consumer'))
  return worker
}

type Handlers = ReadonlyMap<string, Registered>

async function runJob(
  name: QueueName,
  handlers: Handlers,
  job: Job,
  token: string | undefined,
  ending: AbortSignal,
): Promise<void> {
  const handler = handlers.get(job.name)
  if (!handler) return leaveToOthers(name, job, token)
  const end = countJob(job.queueName, job.name)
  try {
    const outcome = await handler.run(job.data, { isByClock: job.repeatJobKey !== undefined, ending })
    end('done')
    const letterId = sharedLetterId(handlers, job)
    if (letterId !== undefined && outcome !== false) await dropLetter(letterId)
  } catch (error) {
    if (error instanceof NotYetError) {
      end('put off')
      return putOff(job, token, error.afterMs)
    }
    end('failed')
    throw error instanceof FinalError ? new UnrecoverableError(error.message) : error
  }
}

/** Puts a job back without counting a try. */
async function putOff(job: Job, token: string | undefined, afterMs: number): Promise<never> {
  // BullMQ's own time, which a simulated month does not change.
  await job.moveToDelayed(Date.now() + afterMs, token)
  throw new DelayedError()
}

/**
 * While a release is rolled out, workers of two releases take from one queue, and the older one does not know the newer one's
 * jobs. It puts them back, which is no try; whoever knows them finds them a moment later. What came by a schedule that is gone is
 * dropped: its release runs no more (schedules.ts), and would bring the next one itself.
 */
async function leaveToOthers(name: QueueName, job: Job, token: string | undefined): Promise<void> {
  if (job.repeatJobKey && !(await queue(name).getJobScheduler(job.repeatJobKey))) return
  // BullMQ's own time, which a simulated month does not change.
  const waitedMs = Date.now() - job.timestamp - (job.opts.delay ?? 0)
  if (waitedMs > UNKNOWN.patience) throw new Error(`no handler for the job ${job.name}`)
  await putOff(job, token, UNKNOWN.again)
}

/** What failed before was made good now. Where Redis does not answer, the next job that succeeds removes the letter. */
async function dropLetter(id: string): Promise<void> {
  await queue('dead-letter')
    .remove(id)
    .catch((error: Error) => log.warn({ err: error.message, id }, 'dead letter not removed'))
}

/** A job that has used up its tries is seen: it goes to the dead-letter queue with what it carried and why it failed. */
async function onFailed(name: string, handlers: Handlers, job: Job | undefined, error: Error): Promise<void> {
  log.error({ queue: name, job: job?.name, id: job?.id, err: error }, 'job failed')
  const isFinal = error instanceof UnrecoverableError
  if (!job || (!isFinal && job.attemptsMade < (job.opts.attempts ?? 1))) return
  const dead = {
    queue: name,
    name: job.name,
    data: job.data as unknown,
    error: error.message,
    failedAt: new Date().toISOString(),
  }
  const jobId = sharedLetterId(handlers, job) ?? `${name}-${job.id}`
  try {
    // The newest failure is told: BullMQ takes no second job of an id.
    await queue('dead-letter').remove(jobId)
    await queue('dead-letter').add(job.name, dead, { jobId, removeOnComplete: false })
  } catch (failure) {
    // Without what it carried, which may be personal.
    log.error({ err: failure, queue: name, job: job.name, id: job.id }, 'dead letter not kept')
  }
}

/**
 * The one letter of jobs that come again until they succeed, by the clock or by a sweep. While PostgreSQL or the object store is
 * away they fail by the dozen in a minute, and nobody would find the letters of jobs that do not come again.
 * @returns undefined for these, each of which has a letter of its own
 */
function sharedLetterId(handlers: Handlers, job: Job): string | undefined {
  if (job.repeatJobKey)
    return isMadeGood(job.repeatJobKey) ? `${job.queueName}-${job.repeatJobKey}` : undefined
  const contract = handlers.get(job.name)?.job
  if (!contract?.isFor) return undefined
  const { data, success } = contract.schema.safeParse(job.data)
  return success ? `${job.queueName}-${job.name}-${contract.isFor(data)}` : undefined
}
