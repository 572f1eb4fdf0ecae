import type { Kysely } from 'kysely'
import type { PoolClient, QueryResultRow } from 'pg'
import { z } from 'zod'
import { now } from './clock.ts'
import {
  db,
  LastStatements,
  type PlainStatement,
  pipelined,
  type Queryable,
  rows,
  runAlone,
  runTransaction,
  type TransactionOptions,
} from './db.ts'
import type { DB } from './generated/kysely/tables.ts'
import { kysely } from './kysely.ts'
import { log } from './log.ts'
import { joinPrisma, type Models, prisma } from './prisma.ts'
import { type JobContract, type QueueName, queue, queueNames } from './queue.ts'
import { redis, redisKey } from './redis.ts'

/** A socket or cache message: its Redis channel and the shape of what goes through. */
export type EventContract<S extends z.ZodType = z.ZodType> = { readonly channel: string; readonly schema: S }

/** Declares an event; kept in its domain's events.ts. */
export function defineEvent<S extends z.ZodType>(event: EventContract<S>): EventContract<S> {
  return event
}

/** A transaction whose jobs and events leave when it has committed, and never otherwise. */
export class Tx {
  /** Its connection, for the SQL of the hot path. */
  readonly client: PoolClient
  readonly sends: OutboxRow[] = []

  constructor(client: PoolClient) {
    this.client = client
  }

  /** Prisma Client inside of this transaction. */
  get prisma(): Models {
    return prisma(this.client)
  }

  /** Kysely inside of this transaction. */
  get kysely(): Kysely<DB> {
    return kysely(this.client)
  }
}

/**
 * Runs `work` in one transaction (again on deadlocks), then sends what it put into the outbox.
 * Sending may fail: the sweep finds the rows later, so Redis costs time and nothing else.
 */
export async function transaction<T, R extends QueryResultRow = QueryResultRow>(
  work: (tx: Tx, opened: readonly R[]) => Promise<T | LastStatements<T>>,
  options: Pick<TransactionOptions, 'opening'> = {},
): Promise<T> {
  let sends: readonly OutboxRow[] = []
  const answer = await runTransaction<T, R>(async (client, opened) => {
    const tx = new Tx(client)
    sends = tx.sends
    const leavePrisma = joinPrisma(client)
    try {
      return await work(tx, opened)
    } finally {
      await leavePrisma()
    }
  }, options)
  await relayOwn(sends)
  return answer
}

/**
 * Carries out a statement that is a transaction by itself (again on deadlocks), then sends what it put into the outbox.
 * @returns its rows, each with what it put there, or with nulls instead
 */
export async function transactionOf<R extends QueryResultRow>(statement: PlainStatement): Promise<R[]> {
  const found = await runAlone<R & (OutboxRow | { readonly id: null })>(statement)
  await relayOwn(found.filter((row): row is R & OutboxRow => row.id !== null))
  return found
}

/** A statement for the end of a transaction, and whether the rows that it returns are those it wrote into the outbox. */
export type LastStatement = PlainStatement & { readonly writesOutbox?: boolean }

/** Ends `work` of a transaction with these statements and COMMIT, all sent at once (`LastStatements`). */
export function finish<T>(tx: Tx, statements: readonly LastStatement[], answer: T): LastStatements<T> {
  return new LastStatements(statements, (results) => {
    for (const [place, result] of results.entries())
      if (statements[place]?.writesOutbox) tx.sends.push(...result.rows)
    return answer
  })
}

/** Carries them out in their order, sent at once, for a transaction that goes on. */
export async function runNow(tx: Tx, statements: readonly LastStatement[]): Promise<void> {
  const results = await pipelined(statements.map((statement) => rows<OutboxRow>(tx.client, statement)))
  for (const [place, written] of results.entries())
    if (statements[place]?.writesOutbox) tx.sends.push(...written)
}

/** What a statement that writes into the outbox returns of its rows. */
export const OUTBOX_ROW = 'id, kind, target, name, payload::text, run_at'

/** Puts a job into the transaction. `runAt`: not before that moment. */
export async function enqueue<S extends z.ZodType>(
  tx: Tx,
  job: JobContract<S>,
  data: z.input<S>,
  runAt?: Date,
): Promise<void> {
  await insert(
    tx,
    'job',
    job.queue,
    job.name,
    { data: job.schema.parse(data), attempts: job.attempts },
    runAt,
  )
}

/** Puts an event into the transaction. */
export async function emit<S extends z.ZodType>(
  tx: Tx,
  event: EventContract<S>,
  payload: z.input<S>,
): Promise<void> {
  await insert(tx, 'event', event.channel, '', event.schema.parse(payload))
}

/** The same as a statement, for those that a transaction ends with. */
export function emission<S extends z.ZodType>(event: EventContract<S>, payload: z.input<S>): LastStatement {
  return {
    name: 'outbox-emit',
    // What is sent is the text that was given: to read it back from where it is stored costs as much as to store it.
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
 * Sends rows that this process has just written, and then forgets them; what was not sent waits for the sweep. Nobody
 * waits for the forgetting: it may be lost with this process or Postgres, or a sweep may come between, and then a row is
 * sent again.
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

/**
 * Sends what waits in the outbox, oldest first. A row is deleted in the transaction that sends it, so each is sent at
 * least once; a job's id is its row's, so BullMQ takes it once.
 * @returns how many rows were sent
 */
export function relayOutbox(limit = 500): Promise<number> {
  return runTransaction(
    async (client) => {
      const taken = await takeWaiting(client, limit)
      await Promise.all(taken.map(send))
      return taken.length
    },
    { waitForDisk: false },
  )
}

async function takeWaiting(client: Queryable, limit: number): Promise<OutboxRow[]> {
  const taken = await rows<OutboxRow>(client, {
    name: 'outbox-take-waiting',
    text: `DELETE FROM outbox WHERE id IN (SELECT id FROM outbox ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
      RETURNING ${OUTBOX_ROW}`,
    values: [limit],
  })
  return taken.sort((a, b) => Number(a.id - b.id))
}

async function send(row: OutboxRow): Promise<void> {
  if (row.kind === 'event') {
    await redis().publish(redisKey(row.target), row.payload)
    return
  }
  const { data, attempts } = jobPayload.parse(JSON.parse(row.payload))
  const delay = row.run_at ? Math.max(0, row.run_at.getTime() - now().getTime()) : 0
  await queue(queueName(row.target)).add(row.name, data, {
    jobId: `outbox-${row.id}`,
    attempts,
    backoff: { type: 'exponential', delay: 1_000 },
    delay,
  })
}

const jobPayload = z.object({ data: z.unknown(), attempts: z.number() })

function queueName(target: string): QueueName {
  const found = queueNames.find((name) => name === target)
  if (!found) throw new Error(`outbox names a queue that does not exist: ${target}`)
  return found
}
