import type { Job } from 'bullmq'
import { z } from 'zod'
import type { DeadLetter } from '#lib/contract/health/calls.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { enqueue, transaction } from '#lib/core/outbox.ts'
import { queue, queueNames } from '#lib/core/queue.ts'
import { type Sentence, say } from '#lib/core/sentence.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'

/** A dead letter as workers/consume.ts stores it. */
const deadLetter = z.object({
  queue: z.enum(queueNames).exclude(['dead-letter']),
  name: z.string(),
  data: z.unknown(),
  error: z.string(),
  failedAt: z.iso.datetime(),
})

const LISTED = 100
/** Attempts of a retried job, as most jobs have. */
const TRIES = 5

/** @throws Error if Redis does not answer */
export function countDeadLetters(): Promise<number> {
  return queue('dead-letter').getJobCountByTypes('waiting')
}

/** Returns null without dead letters. @throws Error if Redis does not answer */
export async function newestDeadLetter(): Promise<Date | null> {
  const [newest] = await queue('dead-letter').getJobs(['waiting'], 0, 0, false)
  const read = deadLetter.safeParse(newest?.data)
  return read.success ? new Date(read.data.failedAt) : null
}

/** Newest first, without their data, which may be personal. */
export async function listDeadLetters(): Promise<{ count: number; results: DeadLetter[] }> {
  const dead = queue('dead-letter')
  const [count, jobs] = await Promise.all([
    countDeadLetters(),
    dead.getJobs(['waiting'], 0, LISTED - 1, false),
  ])
  return { count, results: jobs.flatMap(present) }
}

function present(job: Job): DeadLetter[] {
  const read = deadLetter.safeParse(job.data)
  if (!read.success || job.id === undefined) return []
  const { queue: from, name, error, failedAt } = read.data
  return [{ id: job.id, queue: from, name, error, failed_at: failedAt }]
}

/**
 * Enqueues a dead letter's job with TRIES attempts. If the dead letter cannot be removed afterwards, another
 * retry is harmless, because jobs may run twice.
 * @throws NotFoundError for an unknown dead letter
 */
export async function retryDeadLetter(order: {
  deadLetterId: string
  by: { id: string }
  address: string
}): Promise<{ message: Sentence }> {
  const job = await queue('dead-letter').getJob(order.deadLetterId)
  const read = deadLetter.safeParse(job?.data)
  if (!job || !read.success) throw new NotFoundError()
  const { queue: to, name, data } = read.data
  await transaction(async (tx) => {
    await enqueue(tx, { queue: to, name, schema: z.unknown(), attempts: TRIES }, data)
    await recordAudit(tx, {
      actor: order.by,
      action: 'job.retried',
      subject: { type: 'job', id: order.deadLetterId },
      after: { queue: to, name },
      address: order.address,
    })
  })
  await job.remove()
  return { message: say('job_retried', { name }) }
}
