import { sql } from 'kysely'
import { Counter, Gauge, Histogram } from 'prom-client'
import { db } from '#lib/core/db.ts'
import { countRows, kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
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
    prompts: new Counter({
      name: 'ngoma_prompts_total',
      help: 'Prompts that were sent, by what came back',
      labelNames: ['outcome'],
      registers,
    }),
    promptSeconds: new Histogram({
      name: 'ngoma_prompt_seconds',
      help: 'From sending a prompt until what came back is stored',
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

/** @returns ends the measurement with the job's outcome */
export function countJob(queueName: string, job: string): (outcome: 'done' | 'failed' | 'put off') => void {
  const { jobs, seconds } = instruments.get()
  const stop = seconds.startTimer({ queue: queueName, job })
  return (outcome) => {
    stop()
    jobs.inc({ queue: queueName, job, outcome })
  }
}

/** @returns ends the measurement with the payment's state or `failed` */
export function countPrompt(): (outcome: string) => void {
  const { prompts, promptSeconds } = instruments.get()
  const stop = promptSeconds.startTimer()
  return (outcome) => {
    stop()
    prompts.inc({ outcome })
  }
}

/** Sets the gauges for a scrape; without Redis, those of the queues are missing. */
export async function refreshGauges(): Promise<void> {
  const { queued, waiting } = instruments.get()
  for (const [what, count] of Object.entries(await countWaiting())) waiting.set({ what }, count)
  // Autoscaling needs the gauges of Postgres also while Redis is away.
  await countQueued(queued).catch((error: Error) => {
    queued.reset()
    log.warn({ err: error.message }, 'queues are not counted')
  })
}

async function countQueued(queued: Gauge<'queue' | 'state'>): Promise<void> {
  for (const name of queueNames) {
    const { prioritized = 0, ...counts } = await queue(name).getJobCounts(
      'waiting',
      'prioritized',
      'active',
      'delayed',
      'failed',
    )
    const told = { ...counts, waiting: (counts.waiting ?? 0) + prioritized }
    for (const [state, count] of Object.entries(told)) queued.set({ queue: name, state }, count)
  }
}

async function countWaiting() {
  const books = kysely(db())
  return {
    inbox: await countRows(books.selectFrom('callbackInbox').where('processedAt', 'is', null)),
    outbox: await countRows(books.selectFrom('outbox')),
    prompts: await countRows(
      books.selectFrom('paymentIntent').where('state', '=', 'created').where('channel', '=', 'prompt'),
    ),
    suspense: await countSuspense(),
    refunds_unclear: await countRows(books.selectFrom('refund').where('problem', '<>', '')),
    payout_alerts: await countRows(books.selectFrom('payoutAlert').where('resolvedAt', 'is', null)),
    balance_differences: await countRows(
      books.selectFrom('balanceDifference').where('alertedAt', 'is not', null).where('closedAt', 'is', null),
    ),
    proposals: await countRows(books.selectFrom('resolution').where('state', '=', 'open')),
    people: await countUnresolved(),
  }
}

/** The literal status lets PostgreSQL use a partial index. */
function countSuspense(): Promise<number> {
  const receipts = kysely(db()).selectFrom('mpesaReceipt')
  return countRows(receipts.where('status', '=', sql.lit('unmatched')))
}
