import { Counter, Gauge, Histogram } from 'prom-client'
import { db, firstRow } from '#lib/core/db.ts'
import { metrics } from '#lib/core/metrics.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { queue, queueNames } from '#lib/core/queue.ts'
import { countUnresolved } from '#lib/domain/reconciliation/list-cases.ts'

const instruments = processSingleton('worker-metrics', () => {
  const registers = [metrics()]
  return {
    jobs: new Counter({
      name: 'ngoma_jobs_total',
      help: 'Jobs by queue, name and outcome',
      labelNames: ['queue', 'job', 'outcome'],
      registers,
    }),
    seconds: new Histogram({
      name: 'ngoma_job_seconds',
      help: 'How long jobs ran',
      labelNames: ['queue', 'job'],
      registers,
    }),
    queued: new Gauge({
      name: 'ngoma_queue_jobs',
      help: 'Jobs by queue and state',
      labelNames: ['queue', 'state'],
      registers,
    }),
    waiting: new Gauge({
      name: 'ngoma_waiting_rows',
      help: 'Rows that wait: callbacks, outbox, payments that need people',
      labelNames: ['what'],
      registers,
    }),
  }
})

/** Starts the clock of a job; the answer stops it. */
export function countJob(queueName: string, job: string): (outcome: 'done' | 'failed') => void {
  const { jobs, seconds } = instruments.get()
  const stop = seconds.startTimer({ queue: queueName, job })
  return (outcome) => {
    stop()
    jobs.inc({ queue: queueName, job, outcome })
  }
}

/** Reads what waits, so that a scrape shows it. */
export async function refreshGauges(): Promise<void> {
  const { queued, waiting } = instruments.get()
  const row = await firstRow<Record<string, number>>(
    db(),
    `SELECT (SELECT count(*)::int FROM callback_inbox WHERE processed_at IS NULL) AS inbox,
      (SELECT count(*)::int FROM outbox) AS outbox,
      (SELECT count(*)::int FROM mpesa_receipt WHERE status = 'unmatched') AS suspense,
      (SELECT count(*)::int FROM refund WHERE problem <> '') AS refunds_unclear,
      (SELECT count(*)::int FROM payout_alert WHERE resolved_at IS NULL) AS payout_alerts,
      (SELECT count(*)::int FROM balance_difference WHERE alerted_at IS NOT NULL AND closed_at IS NULL) AS balance_differences,
      (SELECT count(*)::int FROM resolution WHERE state = 'open') AS proposals`,
  )
  for (const [what, count] of Object.entries({ ...row, people: await countUnresolved() }))
    waiting.set({ what }, count)
  for (const name of queueNames) {
    const counts = await queue(name).getJobCounts('waiting', 'active', 'delayed', 'failed')
    for (const [state, count] of Object.entries(counts)) queued.set({ queue: name, state }, count)
  }
}
