import { CHAIN_START } from '#lib/contract/audit/format.ts'
import { now } from '#lib/core/clock.ts'
import { db, firstRow, type Queryable, rows, runTransaction } from '#lib/core/db.ts'
import { knownAuditKeys, linkUnder } from './audit-keys.ts'
import { readNotedHead } from './noted-head.ts'

/**
 * A row as it is hashed; lib/contract/audit/format.ts makes the same of a line of the file. It stands here and not in a function of the database: whoever can rewrite the rows could
 * rewrite that as well.
 */
const ROW_TEXT = `jsonb_build_array(e.id, to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS'), e.actor_id,
  e.action, e.subject_type, e.subject_id, e.before, e.after, e.address)::text`

/** Rows of one transaction. */
const AT_ONCE = 1_000
/** Any number that no other lock has. */
const LOCK = 46_046

/** A place of the chain; position 0 is before the first row. */
export type ChainHead = { readonly position: number; readonly hash: string }

/**
 * Seals what was put on record since the last time: each row is hashed with the hash before it, under a key that is not
 * in the database (docs/decisions/0025). May run twice and beside itself.
 * @returns how many rows
 */
export async function sealAudit(): Promise<number> {
  let sealed = 0
  for (;;) {
    const count = await runTransaction(sealSome)
    sealed += count
    if (count < AT_ONCE) return sealed
  }
}

async function sealSome(on: Queryable): Promise<number> {
  await rows(on, 'SELECT pg_advisory_xact_lock($1)', [LOCK])
  const waiting = await rows<{ id: bigint; text: string }>(
    on,
    `SELECT e.id, ${ROW_TEXT} AS text FROM audit_unsealed u JOIN audit_event e ON e.id = u.event_id
      ORDER BY e.id LIMIT $1`,
    [AT_ONCE],
  )
  if (waiting.length === 0) return 0
  let head = await readHead(on)
  const [key] = knownAuditKeys()
  const sealed = waiting.map(({ id, text }) => {
    head = { position: head.position + 1, hash: linkUnder(key, head.hash, text) }
    return { id, ...head }
  })
  await rows(
    on,
    `WITH gone AS (DELETE FROM audit_unsealed WHERE event_id = ANY($1::bigint[]))
      INSERT INTO audit_seal (event_id, position, hash, sealed_at)
      SELECT i, p, h, $4 FROM unnest($1::bigint[], $2::int[], $3::text[]) AS s(i, p, h)`,
    [
      sealed.map(({ id }) => id),
      sealed.map(({ position }) => position),
      sealed.map(({ hash }) => hash),
      now(),
    ],
  )
  return sealed.length
}

/** Whether a link was made by us, also by a key that was replaced since. */
function isLink(keys: readonly Uint8Array[], hash: string, before: string, text: string): boolean {
  return keys.some((key) => linkUnder(key, before, text) === hash)
}

/** The newest place of the chain. */
export async function readHead(on: Queryable = db()): Promise<ChainHead> {
  const last = await firstRow<ChainHead>(
    on,
    'SELECT position, hash FROM audit_seal ORDER BY position DESC LIMIT 1',
  )
  return last ?? { position: 0, hash: CHAIN_START }
}

/** What a check of the chain has found. */
export type ChainCheck = {
  readonly ok: boolean
  /** Rows that hold. */
  readonly rows: number
  readonly head: ChainHead
  /** Rows that the worker has not sealed for minutes. */
  readonly unsealed: number
  /** A sentence about the first thing that is wrong; null where nothing is. */
  readonly problem: string | null
}

/** The worker seals every few seconds. */
const SEALED_WITHIN = '5 minutes'

/**
 * Goes through the whole audit and says whether any row was changed, taken out, put in or left out since it was sealed,
 * and whether the chain still has the end that was noted outside the database.
 */
export async function verifyAuditChain(): Promise<ChainCheck> {
  const noted = await readNotedHead()
  const { head, problem } = await walk(noted)
  const left = await firstRow<{ count: number }>(
    db(),
    `SELECT count(*)::int AS count FROM audit_event e LEFT JOIN audit_seal s ON s.event_id = e.id
      WHERE s.event_id IS NULL AND e.at < $1::timestamptz - interval '${SEALED_WITHIN}'`,
    [now()],
  )
  const unsealed = left?.count ?? 0
  const found = problem ?? (unsealed > 0 ? `${unsealed} rows are not sealed.` : null)
  return { ok: found === null, rows: head.position, head, unsealed, problem: found }
}

type Sealed = ChainHead & { text: string | null }

async function walk(noted: ChainHead | null): Promise<{ head: ChainHead; problem: string | null }> {
  let head: ChainHead = { position: 0, hash: CHAIN_START }
  const keys = knownAuditKeys()
  for (;;) {
    const batch = await rows<Sealed>(
      db(),
      `SELECT s.position, s.hash, CASE WHEN e.id IS NOT NULL THEN ${ROW_TEXT} END AS text
        FROM audit_seal s LEFT JOIN audit_event e ON e.id = s.event_id
        WHERE s.position > $1 ORDER BY s.position LIMIT $2`,
      [head.position, AT_ONCE],
    )
    for (const row of batch) {
      const problem = faultOf(keys, row, head, noted)
      if (problem) return { head, problem }
      head = { position: row.position, hash: row.hash }
    }
    if (batch.length < AT_ONCE) break
  }
  if (noted && noted.position > head.position)
    return { head, problem: `The chain ends at row ${head.position}, and ${noted.position} rows were noted.` }
  return { head, problem: null }
}

function faultOf(
  keys: readonly Uint8Array[],
  row: Sealed,
  before: ChainHead,
  noted: ChainHead | null,
): string | null {
  if (row.position !== before.position + 1) return `Row ${before.position + 1} is missing.`
  if (row.text === null) return `Row ${row.position} was taken out.`
  if (!isLink(keys, row.hash, before.hash, row.text)) return `Row ${row.position} was changed.`
  if (noted?.position === row.position && noted.hash !== row.hash)
    return `The chain was made anew: row ${row.position} is not the one that was noted.`
  return null
}
