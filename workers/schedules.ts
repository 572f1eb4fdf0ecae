import { queue } from '#lib/core/queue.ts'
import { pullStatementJob, registerPaybillJob, verifyPaymentsJob } from '#lib/domain/payments/jobs.ts'

/** Africa/Nairobi: an hour after midnight, when yesterday's statement is complete. */
const NIGHTLY = { pattern: '0 1 * * *', tz: 'Africa/Nairobi' }

/** What the worker does by the clock. */
const schedules = [
  { id: 'verify-payments', repeat: { every: 5_000 }, job: { name: verifyPaymentsJob.name, data: {} } },
  {
    id: 'pull-statement',
    repeat: { every: 15 * 60_000 },
    job: { name: pullStatementJob.name, data: { hours: 2 } },
  },
  {
    id: 'pull-statement-nightly',
    repeat: NIGHTLY,
    job: { name: pullStatementJob.name, data: { hours: 48 } },
  },
]

/** Upserts the schedules: a changed time takes effect at the next start, none is doubled. */
export async function startSchedules(): Promise<void> {
  const payments = queue('payments')
  for (const { id, repeat, job } of schedules) await payments.upsertJobScheduler(id, repeat, job)
  await payments.add(
    registerPaybillJob.name,
    {},
    { attempts: registerPaybillJob.attempts, backoff: { type: 'exponential', delay: 1_000 } },
  )
}

/** Sets up again what Redis has lost: without it nothing would ask M-Pesa until the worker's next start. */
export async function keepSchedules(): Promise<void> {
  const payments = queue('payments')
  for (const { id, repeat, job } of schedules) {
    if (!(await payments.getJobScheduler(id))) await payments.upsertJobScheduler(id, repeat, job)
  }
}
