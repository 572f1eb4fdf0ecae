import { queue } from '#lib/core/queue.ts'
import { pullStatementJob, registerPaybillJob, verifyPaymentsJob } from '#lib/domain/payments/jobs.ts'

/** Africa/Nairobi: an hour after midnight, when yesterday's statement is complete. */
const NIGHTLY = { pattern: '0 1 * * *', tz: 'Africa/Nairobi' }

/** What the worker does by the clock. Upserted at each start: a changed time takes effect, none is doubled. */
export async function startSchedules(): Promise<void> {
  const payments = queue('payments')
  await payments.upsertJobScheduler(
    'verify-payments',
    { every: 5_000 },
    { name: verifyPaymentsJob.name, data: {} },
  )
  await payments.upsertJobScheduler(
    'pull-statement',
    { every: 15 * 60_000 },
    { name: pullStatementJob.name, data: { hours: 2 } },
  )
  await payments.upsertJobScheduler('pull-statement-nightly', NIGHTLY, {
    name: pullStatementJob.name,
    data: { hours: 48 },
  })
  await payments.add(
    registerPaybillJob.name,
    {},
    { attempts: registerPaybillJob.attempts, backoff: { type: 'exponential', delay: 1_000 } },
  )
}
