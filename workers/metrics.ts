import { sql } from 'kysely'
import { Counter, Gauge, Histogram } from 'prom-client'
import { alertKinds } from '#lib/contract/health/alerts.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { countRows, kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { defineMetrics } from '#lib/core/metrics.ts'
import { toShillings } from '#lib/core/money.ts'
import { queue, queueNames } from '#lib/core/queue.ts'
import { countUnresolved } from '#lib/domain/reconciliation/list-cases.ts'

const worker = defineMetrics('metrics-worker', (registers) => ({
  jobs: new Counter({
    name: 'ngoma_jobs_total',
    help: 'Jobs by queue, name and outcome: done, failed or put_off',
    labelNames: ['queue', 'name', 'outcome'],
    registers,
  }),
  seconds: new Histogram({
    name: 'ngoma_job_duration_seconds',
    help: 'Duration of jobs',
    labelNames: ['queue', 'name'],
    buckets: [0.01, 0.1, 1, 10, 60, 600],
    registers,
  }),
  prompts: new Counter({
    name: 'ngoma_prompts_total',
    help: "Prompts that were sent, by the payment's state after M-Pesa's answer, or failed",
    labelNames: ['outcome'],
    registers,
  }),
  answerSeconds: new Histogram({
    name: 'ngoma_prompt_answer_seconds',
    help: "From sending a prompt until M-Pesa's answer is stored",
    buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 20],
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
    help: 'Rows that wait for a worker or for people. Each worker counts all of them',
    labelNames: ['what'],
    registers,
  }),
  alerts: new Gauge({
    name: 'ngoma_system_alerts_open',
    help: 'Whether an alert of the health page is open, by kind. Each worker counts all of them',
    labelNames: ['kind'],
    registers,
  }),
  balances: new Gauge({
    name: 'ngoma_system_account_shillings',
    help: 'KES on the accounts of the system. Each worker reads all of them',
    labelNames: ['account'],
    registers,
  }),
}))

/** @returns a function that ends the measurement with the job's outcome */
export function countJob(queueName: string, name: string): (outcome: 'done' | 'failed' | 'put_off') => void {
  const stop = worker.seconds.startTimer({ queue: queueName, name })
  return (outcome) => {
    stop()
    worker.jobs.inc({ queue: queueName, name, outcome })
  }
}

/** @returns a function that ends the measurement with the payment's state or `failed` */
export function countPrompt(): (outcome: string) => void {
  const stop = worker.answerSeconds.startTimer()
  return (outcome) => {
    stop()
    worker.prompts.inc({ outcome })
  }
}

/** Sets the gauges for a scrape. Without Redis, the queues' gauges are missing. */
export async function refreshGauges(): Promise<void> {
  const { queued, waiting, alerts, balances } = worker
  const open = await openAlerts()
  for (const kind of alertKinds) alerts.set({ kind }, open.has(kind) ? 1 : 0)
  for (const { kind, posted } of await systemBalances()) balances.set({ account: kind }, toShillings(posted))
  for (const [what, count] of Object.entries(await countWaiting())) waiting.set({ what }, count)
  // Counted last and caught: autoscaling needs the gauges of Postgres even without Redis.
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

async function openAlerts(): Promise<ReadonlySet<string>> {
  const open = await kysely(db())
    .selectFrom('systemAlert')
    .select('kind')
    .where('closedAt', 'is', null)
    .execute()
  return new Set(open.map(({ kind }) => kind))
}

function systemBalances() {
  return kysely(db()).selectFrom('account').select(['kind', 'posted']).where('ownerId', 'is', null).execute()
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
    payouts_late: await countRows(
      books
        .selectFrom('payout')
        .where('state', '=', sql.lit('approved'))
        .where('approveAfter', '<', addSeconds(now(), -PAYOUT_LATE_SECONDS)),
    ),
    payout_alerts: await countRows(books.selectFrom('payoutAlert').where('resolvedAt', 'is', null)),
    balance_differences: await countRows(
      books.selectFrom('balanceDifference').where('alertedAt', 'is not', null).where('closedAt', 'is', null),
    ),
    proposals: await countRows(books.selectFrom('resolution').where('state', '=', 'open')),
    people: await countUnresolved(),
  }
}

/** Must be a bucket of `ngoma_payout_delay_seconds`. */
const PAYOUT_LATE_SECONDS = 3_600

/** The literal status lets PostgreSQL use a partial index. */
function countSuspense(): Promise<number> {
  const receipts = kysely(db()).selectFrom('mpesaReceipt')
  return countRows(receipts.where('status', '=', sql.lit('unmatched')))
}
