import { DelayedError, type Job, UnrecoverableError, Worker } from 'bullmq'
import { env } from '#lib/core/env.ts'
import { listenTo, openEventFeed } from '#lib/core/event-feed.ts'
import { log } from '#lib/core/log.ts'
import { FinalError, NotYetError, type QueueName, queue, queueNames } from '#lib/core/queue.ts'
import { connectRedis } from '#lib/core/redis.ts'
import { queueTelemetry } from '#lib/core/start-tracing.ts'
import { callbacksStored, promptsOrdered } from '#lib/domain/payments/events.ts'
import { countJob } from './metrics.ts'
import { type Registered, registry } from './registry.ts'
import { isMadeGood } from './schedules.ts'
import { PromptSender } from './send-prompts.ts'
import { settlePending, untilNothingSettles } from './settle-pending.ts'

/** Jobs of a queue that one worker runs at the same time. settle-pending.ts limits settlements. */
const CONCURRENCY: Record<Exclude<QueueName, 'dead-letter'>, number> = {
  settlement: 3,
  payments: 4,
  mail: 4,
  housekeeping: 4,
  // One, because drawing needs a whole CPU.
  pictures: 1,
}

/** For a job that this worker does not know: retry interval and limit, in ms. */
const UNKNOWN = { again: 1_000, limit: 3_600_000 }

/** @returns a function that ends the consumers after their current work; long jobs then start nothing more */
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
  settlePending().then(
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
    // Twice BullMQ's longest wait. With the default, a dead Redis machine is noticed after a quarter of an
    // hour.
    connection: connectRedis({ socketTimeout: 20_000 }),
    prefix: `${env.REDIS_PREFIX}:bull`,
    concurrency: CONCURRENCY[name],
    // Another worker repeats the job of a killed worker, so every handler may run twice.
    lockDuration: env.WORKER_LOCK_SECONDS * 1_000,
    stalledInterval: (env.WORKER_LOCK_SECONDS * 1_000) / 3,
    maxStalledCount: 1_000,
    // BullMQ's default of 15 seconds is longer than a visitor waits for the prompt.
    runRetryDelay: 1_000,
    ...queueTelemetry(),
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
    const deadLetterId = sharedDeadLetterId(handlers, job)
    if (deadLetterId !== undefined && outcome !== false) await removeDeadLetter(deadLetterId)
  } catch (error) {
    if (error instanceof NotYetError) {
      end('put_off')
      return putOff(job, token, error.afterMs)
    }
    end('failed')
    throw error instanceof FinalError ? new UnrecoverableError(error.message) : error
  }
}

async function putOff(job: Job, token: string | undefined, afterMs: number): Promise<never> {
  // BullMQ uses real time.
  await job.moveToDelayed(Date.now() + afterMs, token)
  throw new DelayedError()
}

/**
 * Puts back an unknown job, which may belong to another release during a rollout. Drops jobs of a removed
 * schedule (schedules.ts).
 */
async function leaveToOthers(name: QueueName, job: Job, token: string | undefined): Promise<void> {
  if (job.repeatJobKey && !(await queue(name).getJobScheduler(job.repeatJobKey))) return
  // BullMQ uses real time.
  const waitedMs = Date.now() - job.timestamp - (job.opts.delay ?? 0)
  if (waitedMs > UNKNOWN.limit) throw new Error(`no handler for the job ${job.name}`)
  await putOff(job, token, UNKNOWN.again)
}

/** Removes the dead letter of a job that succeeded. If this fails, the next success removes it. */
async function removeDeadLetter(id: string): Promise<void> {
  await queue('dead-letter')
    .remove(id)
    .catch((error: Error) => log.warn({ err: error.message, id }, 'dead letter not removed'))
}

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
  const jobId = sharedDeadLetterId(handlers, job) ?? `${name}-${job.id}`
  try {
    // The dead letter shows the newest failure; without removal, BullMQ would ignore the duplicate id.
    await queue('dead-letter').remove(jobId)
    await queue('dead-letter').add(job.name, dead, { jobId, removeOnComplete: false })
  } catch (failure) {
    // Logs no data, which may be personal.
    log.error({ err: failure, queue: name, job: job.name, id: job.id }, 'dead letter not kept')
  }
}

/**
 * Returns the id of the dead letter that failures of a repeating job share: in an outage, dozens would hide
 * the others.
 * @returns undefined for jobs whose failures have a dead letter each
 */
function sharedDeadLetterId(handlers: Handlers, job: Job): string | undefined {
  if (job.repeatJobKey)
    return isMadeGood(job.repeatJobKey) ? `${job.queueName}-${job.repeatJobKey}` : undefined
  const contract = handlers.get(job.name)?.job
  if (!contract?.isFor) return undefined
  const { data, success } = contract.schema.safeParse(job.data)
  return success ? `${job.queueName}-${job.name}-${contract.isFor(data)}` : undefined
}
