import { addSeconds } from './clock.ts'
import { db, firstRow, rows } from './db.ts'

/** A write under a key that its caller chose. The same key may be used again for another route. */
export type KeyedWrite = {
  /** Unique to the call and the caller. */
  route: string
  key: string
  /** Hash of everything that was asked for. */
  requestHash: Uint8Array
  moment: Date
}

/** What there is for a key: nothing yet (the caller has it now), a running write, another request, or an answer. */
export type KeyState =
  | { state: 'claimed' }
  | { state: 'running' }
  | { state: 'different' }
  | { state: 'answered'; status: number; body: unknown }

const ANSWER_SECONDS = 24 * 60 * 60
/** Whoever runs a write says so again and again (`renewKey`): who has not for so long has died with it. */
const ABANDONED_SECONDS = 10
/** How often whoever runs a write renews its key, in ms: thrice before it is taken for dead. */
export const RENEW_AFTER_MS = 3_000

/** Takes the key for this write, or says what has become of the write that took it before. */
export async function claimKey(write: KeyedWrite): Promise<KeyState> {
  const claimed = await firstRow(db(), {
    name: 'idempotency-claim',
    text: `INSERT INTO idempotent_answer AS known (route, key, request_hash, created_at) VALUES ($1, $2, $3, $4)
           ON CONFLICT (route, key) DO UPDATE
             SET request_hash = EXCLUDED.request_hash, status = NULL, body = NULL, created_at = EXCLUDED.created_at
             WHERE known.created_at < $5
                OR (known.status IS NULL AND known.created_at < $6 AND known.request_hash = EXCLUDED.request_hash)
           RETURNING key`,
    values: [
      write.route,
      write.key,
      write.requestHash,
      write.moment,
      addSeconds(write.moment, -ANSWER_SECONDS),
      addSeconds(write.moment, -ABANDONED_SECONDS),
    ],
  })
  return claimed ? { state: 'claimed' } : readKey(write)
}

async function readKey(write: KeyedWrite): Promise<KeyState> {
  const known = await firstRow<{ same: boolean; status: number | null; body: unknown }>(db(), {
    name: 'idempotency-read',
    text: 'SELECT request_hash = $3 AS same, status, body FROM idempotent_answer WHERE route = $1 AND key = $2',
    values: [write.route, write.key, write.requestHash],
  })
  // Released in this very moment by a write that failed: the caller tries again.
  if (!known) return { state: 'running' }
  if (!known.same) return { state: 'different' }
  if (known.status === null) return { state: 'running' }
  return { state: 'answered', status: known.status, body: known.body }
}

/**
 * Says that the claimed write is still running.
 * @returns the write as it is known by now; as it was where another has taken the key over
 */
export async function renewKey(write: KeyedWrite, moment: Date): Promise<KeyedWrite> {
  const renewed = await firstRow(
    db(),
    `UPDATE idempotent_answer SET created_at = $4
     WHERE route = $1 AND key = $2 AND created_at = $3 AND status IS NULL RETURNING key`,
    [write.route, write.key, write.moment, moment],
  )
  return renewed ? { ...write, moment } : write
}

/** Keeps the answer of a claimed write for a day. */
export async function keepAnswer(write: KeyedWrite, status: number, body: unknown): Promise<void> {
  await rows(db(), {
    name: 'idempotency-keep',
    text: 'UPDATE idempotent_answer SET status = $4, body = $5 WHERE route = $1 AND key = $2 AND created_at = $3',
    values: [write.route, write.key, write.moment, status, body === undefined ? null : JSON.stringify(body)],
  })
}

/** Gives the key of a write back that failed and so changed nothing. */
export async function releaseKey(write: KeyedWrite): Promise<void> {
  await rows(
    db(),
    'DELETE FROM idempotent_answer WHERE route = $1 AND key = $2 AND created_at = $3 AND status IS NULL',
    [write.route, write.key, write.moment],
  )
}

/** Deletes answers that are older than a day. @returns how many */
export async function purgeAnswers(moment: Date): Promise<number> {
  const gone = await db().query('DELETE FROM idempotent_answer WHERE created_at < $1', [
    addSeconds(moment, -ANSWER_SECONDS),
  ])
  return gone.rowCount ?? 0
}
