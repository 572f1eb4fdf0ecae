import type { Kysely } from 'kysely'
import type { PoolClient, QueryResult } from 'pg'
import { z } from 'zod'
import { now } from './clock.ts'
import {
  db,
  pipelined,
  type Queryable,
  rows,
  runTransaction,
  type Statement,
  type TransactionOptions,
} from './db.ts'
import type { DB } from './generated/kysely/tables.ts'
import { kysely } from './kysely.ts'
import { log } from './log.ts'
import { type JobContract, type QueueName, queue, queueNames } from './queue.ts'
import { redis, redisKey } from './redis.ts'
import { inTrace, type TraceParent, traceContext, withTrace } from './tracing.ts'

export type EventContract<S extends z.ZodType = z.ZodType> = { readonly channel: string; readonly schema: S }

export function defineEvent<S extends z.ZodType>(event: EventContract<S>): EventContract<S> {
  return event
}

/** A transaction whose jobs and events are sent only after its commit. */
export class Tx {
  readonly client: PoolClient
  readonly sends: OutboxRow[] = []
  /** Called after the commit, for work that may be lost. */
  readonly onCommit: (() => void)[] = []

  constructor(client: PoolClient) {
    this.client = client
  }

  get kysely(): Kysely<DB> {
    return kysely(this.client)
  }
}

/** Repeats `work` after deadlocks. If sending the jobs and events fails, the sweep sends them later. */
export async function transaction<T>(
  work: (tx: Tx) => Promise<T>,
  options: Pick<TransactionOptions, 'cachesPlans'> = {},
): Promise<T> {
  let done: Pick<Tx, 'sends' | 'onCommit'> = { sends: [], onCommit: [] }
  const answer = await runTransaction((client) => {
    const tx = new Tx(client)
    done = tx
    return work(tx)
  }, options)
  for (const call of done.onCommit) call()
  await relayOwn(done.sends)
  return answer
}

export type TxStatement = Statement & {
  /** Whether the statement returns the rows that it writes into the outbox (`OUTBOX_ROW`). */
  readonly writesOutbox?: boolean
}

/** Sends all statements without waiting for answers. @returns the results in order */
export async function runAll(tx: Tx, statements: readonly TxStatement[]): Promise<QueryResult[]> {
  const results = await pipelined(statements.map((statement) => tx.client.query(statement)))
  for (const [place, result] of results.entries())
    if (statements[place]?.writesOutbox)
      tx.sends.push(...result.rows.map((row) => ({ ...row, trace: traceContext() })))
  return results
}

export const OUTBOX_ROW = 'id, kind, target, name, payload::text, run_at'

/** @param runAt the earliest time of the run */
export async function enqueue<S extends z.ZodType>(
  tx: Tx,
  job: JobContract<S>,
  data: z.input<S>,
  runAt?: Date,
): Promise<void> {
  const { queue, name, attempts, priority } = job
  await insert(tx, 'job', queue, name, { data: job.schema.parse(data), attempts, priority }, runAt)
}

export async function emit<S extends z.ZodType>(
  tx: Tx,
  event: EventContract<S>,
  payload: z.input<S>,
): Promise<void> {
  await insert(tx, 'event', event.channel, '', event.schema.parse(payload))
}

export function emission<S extends z.ZodType>(event: EventContract<S>, payload: z.input<S>): TxStatement {
  return {
    name: 'outbox-emit',
    // Returns the given payload: reading it from the table costs as much as writing it.
    text: `INSERT INTO outbox (kind, target, name, payload) VALUES ('event', $1, '', $2::text::jsonb)
      RETURNING id, kind, target, name, $2::text AS payload, run_at`,
    values: [event.channel, JSON.stringify(event.schema.parse(payload))],
    writesOutbox: true,
  }
}

async function insert(
  tx: Tx,
  kind: string,
  target: string,
  name: string,
  payload: unknown,
  runAt?: Date,
): Promise<void> {
  const text = JSON.stringify(payload)
  const [row] = await rows<{ id: bigint }>(tx.client, {
    name: 'outbox-insert',
    text: 'INSERT INTO outbox (kind, target, name, payload, run_at) VALUES ($1, $2, $3, $4, $5) RETURNING id',
    values: [kind, target, name, text, runAt ?? null],
  })
  const trace = traceContext()
  if (row) tx.sends.push({ id: row.id, kind, target, name, payload: text, run_at: runAt ?? null, trace })
}

type OutboxRow = {
  readonly id: bigint
  readonly kind: string
  readonly target: string
  readonly name: string
  /** JSON. */
  readonly payload: string
  readonly run_at: Date | null
  /** The trace that its message or job continues; not stored. */
  readonly trace?: TraceParent
}

/**
 * Sends this process's new rows and deletes them; on failure the sweep sends them. The deletion is not
 * awaited and may be lost, so a row may be sent twice.
 */
async function relayOwn(own: readonly OutboxRow[]): Promise<void> {
  if (own.length === 0) return
  try {
    await Promise.all(own.map(send))
  } catch (error) {
    log.warn({ err: error }, 'outbox waits')
    return
  }
  forget(own).catch((error: Error) => log.warn({ err: error.message }, 'outbox rows are sent again'))
}

async function forget(own: readonly OutboxRow[]): Promise<void> {
  await db().query({
    name: 'outbox-forget-own',
    text: `DELETE FROM outbox WHERE id = ANY($1::bigint[]) AND set_config('synchronous_commit', 'off', true) = 'off'`,
    values: [own.map((row) => row.id)],
  })
}

const AT_ONCE = 500

/**
 * Sends each row at least once, jobs before events: in an outage of Redis, events pile up that no subscriber
 * needs. BullMQ drops duplicate jobs by the row's id. Rows for queues of a later release stay. A failed row
 * blocks no other.
 * @returns how many rows were sent
 * @throws the first error if no row of a batch could be sent
 */
export async function relayOutbox(atOnce = AT_ONCE): Promise<number> {
  let sent = 0
  for (;;) {
    const more = await relaySome(atOnce)
    sent += more
    if (more < atOnce) return sent
  }
}

function relaySome(limit: number): Promise<number> {
  return runTransaction(
    async (client) => {
      const waiting = await takeWaiting(client, limit)
      const outcomes = await Promise.allSettled(waiting.map(send))
      const sent = waiting.filter((_, place) => outcomes[place]?.status === 'fulfilled')
      const failures = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
      if (failures.length > 0 && sent.length === 0) throw failures[0]
      if (failures.length > 0) log.error({ err: failures[0], rows: failures.length }, 'outbox rows wait')
      await deleteRows(client, sent)
      return sent.length
    },
    { waitForDisk: false },
  )
}

function takeWaiting(client: Queryable, limit: number): Promise<OutboxRow[]> {
  return rows<OutboxRow>(client, {
    name: 'outbox-take-waiting',
    text: `SELECT ${OUTBOX_ROW} FROM outbox WHERE kind = 'event' OR target = ANY($2::text[])
      ORDER BY kind = 'event', id LIMIT $1 FOR UPDATE SKIP LOCKED`,
    values: [limit, [...queueNames]],
  })
}

async function deleteRows(client: Queryable, sent: readonly OutboxRow[]): Promise<void> {
  await client.query({
    name: 'outbox-delete',
    text: 'DELETE FROM outbox WHERE id = ANY($1::bigint[])',
    values: [sent.map(({ id }) => id)],
  })
}

async function send(row: OutboxRow): Promise<void> {
  if (row.kind === 'event') {
    await redis().publish(redisKey(row.target), withTrace(row.payload, row.trace))
    return
  }
  const { data, attempts, priority } = jobPayload.parse(JSON.parse(row.payload))
  const delay = row.run_at ? Math.max(0, row.run_at.getTime() - now().getTime()) : 0
  const options = {
    jobId: `outbox-${row.id}`,
    attempts,
    ...(priority === undefined ? {} : { priority }),
    backoff: { type: 'exponential', delay: 1_000 },
    delay,
  }
  await inTrace(row.trace, () => queue(queueName(row.target)).add(row.name, data, options))
}

const jobPayload = z.object({ data: z.unknown(), attempts: z.number(), priority: z.number().optional() })

function queueName(target: string): QueueName {
  const found = queueNames.find((name) => name === target)
  if (!found) throw new Error(`outbox names a queue that does not exist: ${target}`)
  return found
}
