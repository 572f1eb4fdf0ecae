import type { Job } from 'bullmq'
import { z } from 'zod'
import type { DeadLetter } from '#lib/contract/health/calls.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { enqueue, transaction } from '#lib/core/outbox.ts'
import { queue, queueNames } from '#lib/core/queue.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'

/** As workers/consume.ts puts them down. */
const letter = z.object({
  queue: z.enum(queueNames).exclude(['dead-letter']),
  name: z.string(),
  data: z.unknown(),
  error: z.string(),
  failedAt: z.iso.datetime(),
})

const LISTED = 100
/** As many as most jobs have. */
const TRIES = 5

/** Jobs that used up their tries, the newest first. What they carried is not shown: it may be somebody's. */
export async function listDeadLetters(): Promise<{ count: number; results: DeadLetter[] }> {
  const dead = queue('dead-letter')
  const [count, jobs] = await Promise.all([
    dead.getJobCountByTypes('waiting'),
    dead.getJobs(['waiting'], 0, LISTED - 1, false),
  ])
  return { count, results: jobs.flatMap(present) }
}

function present(job: Job): DeadLetter[] {
  const read = letter.safeParse(job.data)
  if (!read.success || job.id === undefined) return []
  const { queue: from, name, error, failedAt } = read.data
  return [{ id: job.id, queue: from, name, error, failed_at: failedAt }]
}

/**
 * Gives a failed job its tries again. Jobs may run twice: where the letter is still there after it was sent, no harm is done.
 * @throws NotFoundError for a letter that is not there
 */
export async function retryDeadLetter(order: {
  letterId: string
  by: { id: string }
  address: string
}): Promise<{ message: string }> {
  const job = await queue('dead-letter').getJob(order.letterId)
  const read = letter.safeParse(job?.data)
  if (!job || !read.success) throw new NotFoundError()
  const { queue: to, name, data } = read.data
  await transaction(async (tx) => {
    await enqueue(tx, { queue: to, name, schema: z.unknown(), attempts: TRIES }, data)
    await recordAudit(tx, {
      actor: order.by,
      action: 'job.retried',
      subject: { type: 'job', id: order.letterId },
      after: { queue: to, name },
      address: order.address,
    })
  })
  await job.remove()
  return { message: `${name} is tried again.` }
}
