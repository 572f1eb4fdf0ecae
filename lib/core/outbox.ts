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

/** A message to sockets or caches: its Redis channel and the schema of its payload. */
export type EventContract<S extends z.ZodType = z.ZodType> = { readonly channel: string; readonly schema: S }

/** Declares an event; kept in its domain's events.ts. */
export function defineEvent<S extends z.ZodType>(event: EventContract<S>): EventContract<S> {
  return event
}

/** A transaction whose jobs and events are sent after it has committed, and never otherwise. */
export class Tx {
  /** Its connection, for the SQL of the hot path. */
  readonly client: PoolClient
  readonly sends: OutboxRow[] = []
  /** Called once it has committed, and never where it has not: for what may be lost, such as waking somebody. */
  readonly onCommit: (() => void)[] = []

  constructor(client: PoolClient) {
    this.client = client
  }

  /** Kysely inside of this transaction. */
  get kysely(): Kysely<DB> {
    return kysely(this.client)
  }
}

/**
 * Runs `work` in one transaction (again on deadlocks), then sends the jobs and events that it put into the outbox. Where
 * sending fails, the sweep sends them later, so that a failure of Redis costs nothing but time.
 */
export async function transaction<T>(
  work: (tx: Tx) => Promise<T>,
  options: Pick<TransactionOptions, 'keepsPlans'> = {},
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

/** A statement of a transaction. */
export type TxStatement = Statement & {
  /** Whether it returns rows that it writes into the outbox (`OUTBOX_ROW`). */
  readonly writesOutbox?: boolean
}

/** Runs statements in their order, sent at once. @returns their results, in their order */
export async function runAll(tx: Tx, statements: readonly TxStatement[]): Promise<QueryResult[]> {
  const results = await pipelined(statements.map((statement) => tx.client.query(statement)))
  for (const [place, result] of results.entries())
    if (statements[place]?.writesOutbox) tx.sends.push(...result.rows)
  return results
}

/** The columns that a statement returns of the rows that it writes into the outbox. */
export const OUTBOX_ROW = 'id, kind, target, name, payload::text, run_at'

/** Puts a job into the transaction. @param runAt the earliest moment at which it runs */
export async function enqueue<S extends z.ZodType>(
  tx: Tx,
  job: JobContract<S>,
  data: z.input<S>,
  runAt?: Date,
): Promise<void> {
  const { queue, name, attempts, priority } = job
  await insert(tx, 'job', queue, name, { data: job.schema.parse(data), attempts, priority }, runAt)
}

/** Puts an event into the transaction. */
export async function emit<S extends z.ZodType>(
  tx: Tx,
  event: EventContract<S>,
  payload: z.input<S>,
): Promise<void> {
  await insert(tx, 'event', event.channel, '', event.schema.parse(payload))
}

/** Returns the statement that emits an event. */
export function emission<S extends z.ZodType>(event: EventContract<S>, payload: z.input<S>): TxStatement {
  return {
    name: 'outbox-emit',
    // The payload is returned as it was given: to read it from the table would cost as much as to write it.
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
  if (row) tx.sends.push({ id: row.id, kind, target, name, payload: text, run_at: runAt ?? null })
}

type OutboxRow = {
  readonly id: bigint
  readonly kind: string
  readonly target: string
  readonly name: string
  /** As JSON. */
  readonly payload: string
  readonly run_at: Date | null
}

/**
 * Sends rows that this process has just written, and then deletes them; where sending fails they wait for the sweep. Nobody
 * waits for the deletion. It may be lost in a crash, or a sweep may come before it, and then a row is sent again.
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

/** So many rows are sent in one transaction. */
const AT_ONCE = 500

/**
 * Sends the rows of the outbox: jobs before events, each oldest first. While Redis is away events pile up by the ten thousand,
 * and nobody needs them any more: who follows them reads anew when Redis is back. A row is deleted in the transaction that
 * sends it, so each is sent at least once. A job has the id of its row, so BullMQ accepts it once. Jobs of a later release whose
 * queue this one does not know are left to it. A row that can not be sent keeps no other one from it.
 * @returns how many rows were sent
 * @throws what each of a transaction's rows failed on, where none of them could be sent
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
    await redis().publish(redisKey(row.target), row.payload)
    return
  }
  const { data, attempts, priority } = jobPayload.parse(JSON.parse(row.payload))
  const delay = row.run_at ? Math.max(0, row.run_at.getTime() - now().getTime()) : 0
  await queue(queueName(row.target)).add(row.name, data, {
    jobId: `outbox-${row.id}`,
    attempts,
    ...(priority === undefined ? {} : { priority }),
    backoff: { type: 'exponential', delay: 1_000 },
    delay,
  })
}

const jobPayload = z.object({ data: z.unknown(), attempts: z.number(), priority: z.number().optional() })

function queueName(target: string): QueueName {
  const found = queueNames.find((name) => name === target)
  if (!found) throw new Error(`outbox names a queue that does not exist: ${target}`)
  return found
}
