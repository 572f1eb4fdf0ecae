import type { PoolClient } from 'pg'
import type { z } from 'zod'
import { type Queryable, rows, runTransaction } from './db.ts'
import { log } from './log.ts'
import { type JobContract, type QueueName, queue, queueNames } from './queue.ts'
import { redis, redisKey } from './redis.ts'

/** A socket or cache message: its Redis channel and the shape of what goes through. */
export type EventContract<S extends z.ZodType = z.ZodType> = { readonly channel: string; readonly schema: S }

/** Declares an event; kept in its domain's events.ts. */
export function defineEvent<S extends z.ZodType>(event: EventContract<S>): EventContract<S> {
  return event
}

/** A transaction whose jobs and events leave when it has committed, and never otherwise. */
export type Tx = {
  readonly client: PoolClient
  readonly sends: bigint[]
}

/**
 * Runs `work` in one transaction (again on deadlocks), then sends what it put into the outbox.
 * Sending may fail: the sweep finds the rows later, so Redis costs time and nothing else.
 */
export async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  let sends: bigint[] = []
  const answer = await runTransaction(async (client) => {
    sends = []
    return work({ client, sends })
  })
  if (sends.length > 0)
    await relayOutbox(sends).catch((error: Error) => log.warn({ err: error.message }, 'outbox waits'))
  return answer
}

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

async function insert(
  tx: Tx,
  kind: string,
  target: string,
  name: string,
  payload: unknown,
  runAt?: Date,
): Promise<void> {
  const [row] = await rows<{ id: bigint }>(tx.client, {
    name: 'outbox-insert',
    text: 'INSERT INTO outbox (kind, target, name, payload, run_at) VALUES ($1, $2, $3, $4, $5) RETURNING id',
    values: [kind, target, name, JSON.stringify(payload), runAt ?? null],
  })
  if (row) tx.sends.push(row.id)
}

type OutboxRow = {
  id: bigint
  kind: string
  target: string
  name: string
  payload: unknown
  run_at: Date | null
}

/**
 * Sends waiting rows, oldest first: those named, or whatever is there. A row is deleted in the transaction that
 * sent it, so each is sent at least once; a job's id is its row's, so BullMQ takes it once.
 * @returns how many were sent
 */
export async function relayOutbox(ids?: readonly bigint[], limit = 500): Promise<number> {
  return runTransaction(async (client) => {
    const waiting = await claim(client, ids, limit)
    if (waiting.length === 0) return 0
    for (const row of waiting) await send(row)
    await client.query('DELETE FROM outbox WHERE id = ANY($1)', [waiting.map((row) => row.id)])
    return waiting.length
  })
}

function claim(client: Queryable, ids: readonly bigint[] | undefined, limit: number): Promise<OutboxRow[]> {
  const columns = 'SELECT id, kind, target, name, payload, run_at FROM outbox'
  const tail = 'ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED'
  return ids
    ? rows(client, `${columns} WHERE id = ANY($2) ${tail}`, [limit, ids])
    : rows(client, `${columns} ${tail}`, [limit])
}

async function send(row: OutboxRow): Promise<void> {
  if (row.kind === 'event') {
    await redis().publish(redisKey(row.target), JSON.stringify(row.payload))
    return
  }
  const { data, attempts } = row.payload as { data: unknown; attempts: number }
  const delay = row.run_at ? Math.max(0, row.run_at.getTime() - Date.now()) : 0
  await queue(queueName(row.target)).add(row.name, data, {
    jobId: `outbox-${row.id}`,
    attempts,
    backoff: { type: 'exponential', delay: 1_000 },
    delay,
  })
}

function queueName(target: string): QueueName {
  const found = queueNames.find((name) => name === target)
  if (!found) throw new Error(`outbox names a queue that does not exist: ${target}`)
  return found
}
