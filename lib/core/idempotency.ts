import { inBatches } from './batch.ts'
import { addSeconds } from './clock.ts'
import { db, isFaultOfOne, rows } from './db.ts'
import { kysely } from './kysely.ts'
import { processSingleton } from './process-singleton.ts'

/** One key may be used for several routes. */
export type KeyedWrite = {
  /** Unique to the call and the caller. */
  route: string
  key: string
  requestHash: Uint8Array
  moment: Date
}

export type KeyState =
  | { state: 'claimed' }
  | { state: 'running' }
  | { state: 'different' }
  | { state: 'answered'; status: number; body: unknown }

const ANSWER_SECONDS = 24 * 60 * 60
/** A running write renews its key; otherwise its process counts as dead. */
const ABANDONED_SECONDS = 10
export const RENEW_AFTER_MS = 3_000

const claiming = processSingleton('idempotency-claims', () =>
  inBatches(claimKeys, {
    name: 'claim idempotency keys',
    keyOf: nameOf,
    retriesEach: isFaultOfOne,
  }),
)

const nameOf = ({ route, key }: Pick<KeyedWrite, 'route' | 'key'>) => `${route} ${key}`

/** Claims the key, or returns the state of the earlier write. */
export function claimKey(write: KeyedWrite): Promise<KeyState> {
  return claiming.get()(write)
}

async function claimKeys(writes: readonly KeyedWrite[]): Promise<KeyState[]> {
  const claimed = await rows<{ route: string; key: string }>(db(), {
    name: 'idempotency-claim',
    // No wait for the disk: the later commit of the write makes the claim durable.
    text: `INSERT INTO idempotent_answer AS a (route, key, request_hash, created_at)
      SELECT route, key, decode(hash, 'hex'), moment FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) AS w(route, key, hash, moment)
      WHERE set_config('synchronous_commit', 'off', true) = 'off' ORDER BY route, key
      ON CONFLICT (route, key) DO UPDATE
        SET request_hash = excluded.request_hash, status = NULL, body = NULL, created_at = excluded.created_at
        WHERE a.created_at < excluded.created_at - $5::int * interval '1 second'
          OR (a.status IS NULL AND a.created_at < excluded.created_at - $6::int * interval '1 second' AND a.request_hash = excluded.request_hash)
      RETURNING route, key`,
    values: [
      writes.map(({ route }) => route),
      writes.map(({ key }) => key),
      writes.map(({ requestHash }) => Buffer.from(requestHash).toString('hex')),
      writes.map(({ moment }) => moment),
      ANSWER_SECONDS,
      ABANDONED_SECONDS,
    ],
  })
  const names = new Set(claimed.map(nameOf))
  return Promise.all(
    writes.map((write) => (names.has(nameOf(write)) ? { state: 'claimed' as const } : readKey(write))),
  )
}

async function readKey({ route, key, requestHash }: KeyedWrite): Promise<KeyState> {
  const found = await kysely(db())
    .selectFrom('idempotentAnswer')
    .select(['status', 'body'])
    .select((eb) => eb('requestHash', '=', requestHash).as('isSame'))
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirst()
  // Another write failed and released the key meanwhile: the caller retries.
  if (!found) return { state: 'running' }
  if (!found.isSame) return { state: 'different' }
  if (found.status === null) return { state: 'running' }
  return { state: 'answered', status: found.status, body: found.body }
}

/** @returns the write with its new time; unchanged if another write has claimed the key */
export async function renewKey(write: KeyedWrite, moment: Date): Promise<KeyedWrite> {
  const renewed = await kysely(db())
    .updateTable('idempotentAnswer')
    .set({ createdAt: moment })
    .where('route', '=', write.route)
    .where('key', '=', write.key)
    .where('createdAt', '=', write.moment)
    .where('status', 'is', null)
    .executeTakeFirst()
  return renewed.numUpdatedRows > 0n ? { ...write, moment } : write
}

type KeyedAnswer = Omit<KeyedWrite, 'requestHash'> & { readonly status: number; readonly body: string | null }

const storing = processSingleton('idempotency-answers', () =>
  inBatches(storeAnswers, {
    name: 'store answers',
    retriesEach: isFaultOfOne,
  }),
)

export async function storeAnswer(write: KeyedWrite, status: number, body: unknown): Promise<void> {
  await storing.get()({ ...write, status, body: body === undefined ? null : JSON.stringify(body) })
}

async function storeAnswers(answers: readonly KeyedAnswer[]): Promise<undefined[]> {
  await db().query({
    name: 'idempotency-answer',
    text: `UPDATE idempotent_answer a SET status = w.status, body = w.body::jsonb
      FROM jsonb_to_recordset($1::jsonb) AS w(route text, key text, moment timestamptz, status int, body text)
      WHERE a.route = w.route AND a.key = w.key AND a.created_at = w.moment`,
    values: [
      JSON.stringify(
        answers.map(({ route, key, moment, status, body }) => ({ route, key, moment, status, body })),
      ),
    ],
  })
  return answers.map(() => undefined)
}

export async function releaseKey({ route, key, moment }: KeyedWrite): Promise<void> {
  await kysely(db())
    .deleteFrom('idempotentAnswer')
    .where('route', '=', route)
    .where('key', '=', key)
    .where('createdAt', '=', moment)
    .where('status', 'is', null)
    .execute()
}

/** @returns how many answers older than a day were deleted */
export async function purgeAnswers(moment: Date): Promise<number> {
  const purged = await kysely(db())
    .deleteFrom('idempotentAnswer')
    .where('createdAt', '<', addSeconds(moment, -ANSWER_SECONDS))
    .executeTakeFirst()
  return Number(purged.numDeletedRows)
}
