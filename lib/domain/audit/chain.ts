import { type ExpressionBuilder, sql } from 'kysely'
import { CHAIN_START } from '#lib/contract/audit/format.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db, type Queryable, runTransaction } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { anyOf, countRows, kysely } from '#lib/core/kysely.ts'
import { type Sentence, say } from '#lib/core/sentence.ts'
import { knownAuditKeys, linkUnder } from './audit-keys.ts'
import { type ChainHead, readNotedHead } from './noted-head.ts'

/**
 * SQL: the text of a row `e` that is hashed; lib/contract/audit/format.ts makes the same text from a line of
 * an audit file. Not a database function: an attacker who can rewrite the rows could rewrite the function
 * too.
 */
function hashedText(eb: ExpressionBuilder<DB & { e: DB['auditEvent'] }, 'e'>) {
  const at = sql`to_char(${eb.ref('e.at')} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS')`
  const fields = [eb.ref('e.id'), at, eb.ref('e.actorId'), eb.ref('e.action'), eb.ref('e.subjectType')]
  const more = [eb.ref('e.subjectId'), eb.ref('e.before'), eb.ref('e.after'), eb.ref('e.address')]
  return sql<string>`jsonb_build_array(${sql.join([...fields, ...more])})::text`
}

const AT_ONCE = 1_000
/** Key of the advisory lock: any number that no other lock uses. */
const LOCK = 46_046

/**
 * Seals new rows: each is hashed with the hash before it, under a key outside the database
 * (docs/decisions/0021). Safe to run twice or concurrently.
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
  await sql`SELECT pg_advisory_xact_lock(${LOCK})`.execute(kysely(on))
  const waiting = await kysely(on)
    .selectFrom('auditUnsealed as u')
    .innerJoin('auditEvent as e', 'e.id', 'u.eventId')
    .select('e.id')
    .select((eb) => hashedText(eb).as('text'))
    .orderBy('e.id')
    .limit(AT_ONCE)
    .execute()
  if (waiting.length === 0) return 0
  let head = await readHead(on)
  const [key] = knownAuditKeys()
  const sealed = waiting.map(({ id, text }) => {
    head = { position: head.position + 1, hash: linkUnder(key, head.hash, text) }
    return { id, ...head }
  })
  const ids = sealed.map(({ id }) => id)
  const links = sql<{
    i: bigint
    p: number
    h: string
  }>`unnest(${ids}::bigint[], ${sealed.map(({ position }) => position)}::int[], ${sealed.map(({ hash }) => hash)}::text[])`
  await kysely(on)
    .with('gone', (qb) => qb.deleteFrom('auditUnsealed').where('eventId', '=', anyOf(ids)))
    .insertInto('auditSeal')
    .columns(['eventId', 'position', 'hash', 'sealedAt'])
    .expression((eb) =>
      eb
        .selectFrom(links.as<'s'>(sql`s(i, p, h)`))
        .select((s) => ['s.i', 's.p', 's.h', s.val(now()).as('at')]),
    )
    .execute()
  return sealed.length
}

/** Whether a row's hash was made under one of the keys, current or former. */
function isLink(keys: readonly Uint8Array[], hash: string, before: string, text: string): boolean {
  return keys.some((key) => linkUnder(key, before, text) === hash)
}

export async function readHead(on: Queryable = db()): Promise<ChainHead> {
  const last = await kysely(on)
    .selectFrom('auditSeal')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ?? { position: 0, hash: CHAIN_START }
}

export type ChainCheck = {
  readonly ok: boolean
  readonly rows: number
  readonly head: ChainHead
  /** Rows that the worker has not sealed within SEALED_WITHIN_SECONDS. */
  readonly unsealed: number
  /** The first problem; null if none. */
  readonly problem: Sentence | null
}

/** Unsealed rows of this age are a problem: the worker seals every few seconds. */
const SEALED_WITHIN_SECONDS = 5 * 60

/**
 * Checks whether any row was changed, removed, inserted or omitted since it was sealed, and whether the chain
 * contains the end noted outside the database.
 */
export async function verifyAuditChain(): Promise<ChainCheck> {
  const noted = await readNotedHead()
  const { head, problem } = await walk(noted)
  const late = kysely(db())
    .selectFrom('auditEvent as e')
    .leftJoin('auditSeal as s', 's.eventId', 'e.id')
    .where('s.eventId', 'is', null)
    .where('e.at', '<', addSeconds(now(), -SEALED_WITHIN_SECONDS))
  const unsealed = await countRows(late)
  const found = problem ?? (unsealed > 0 ? say('audit.unsealed', { count: unsealed }) : null)
  return { ok: found === null, rows: head.position, head, unsealed, problem: found }
}

type Sealed = ChainHead & { text: string | null }

async function walk(noted: ChainHead | null): Promise<{ head: ChainHead; problem: Sentence | null }> {
  let head: ChainHead = { position: 0, hash: CHAIN_START }
  const keys = knownAuditKeys()
  for (;;) {
    const batch = await kysely(db())
      .selectFrom('auditSeal as s')
      .leftJoin('auditEvent as e', 'e.id', 's.eventId')
      .select(['s.position', 's.hash', 'e.id'])
      .select((eb) => hashedText(eb).as('text'))
      .where('s.position', '>', head.position)
      .orderBy('s.position')
      .limit(AT_ONCE)
      .execute()
    for (const row of batch) {
      const problem = faultOf(keys, { ...row, text: row.id === null ? null : row.text }, head, noted)
      if (problem) return { head, problem }
      head = { position: row.position, hash: row.hash }
    }
    if (batch.length < AT_ONCE) break
  }
  if (noted && noted.position > head.position)
    return { head, problem: say('audit.cut_off', { row: head.position, noted: noted.position }) }
  return { head, problem: null }
}

function faultOf(
  keys: readonly Uint8Array[],
  row: Sealed,
  before: ChainHead,
  noted: ChainHead | null,
): Sentence | null {
  if (row.position !== before.position + 1) return say('audit.row_missing', { row: before.position + 1 })
  if (row.text === null) return say('audit.row_taken_out', { row: row.position })
  if (!isLink(keys, row.hash, before.hash, row.text)) return say('audit.row_changed', { row: row.position })
  if (noted?.position === row.position && noted.hash !== row.hash)
    return say('audit.made_anew', { row: row.position })
  return null
}
