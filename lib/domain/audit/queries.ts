import { type InferResult, sql } from 'kysely'
import { z } from 'zod'
import type { AuditFilters, AuditLog, AuditLogPage } from '#lib/contract/audit/calls.ts'
import { type AuditLine, CHAIN_START } from '#lib/contract/audit/format.ts'
import { db } from '#lib/core/db.ts'
import { countRows, kysely } from '#lib/core/kysely.ts'
import { toShillings } from '#lib/core/money.ts'
import { makePage, rowsOfPage, rowsToPick } from '#lib/core/paging.ts'
import { type Matching, matching, SYSTEM } from './matching.ts'
import { idsIn, readNames } from './named-ids.ts'
import { amountOfSubject, nameOfSubject, uuidOf } from './subjects.ts'
import { describeRecord, displayAction, displayResource } from './words.ts'

/**
 * Newest first, with every action that occurs in the audit.
 * @throws NotFoundError `page_unknown` past the end
 */
export async function listAudit(
  filters: AuditFilters,
  { page, page_size }: { page: number; page_size: number },
): Promise<AuditLogPage> {
  const { limit, offset } = rowsToPick({ ...filters, page, page_size })
  // A search counts in the query that reads, to search only once.
  const isSearch = Boolean(filters.search)
  const wanted = matching(filters).orderBy('e.at', 'desc').orderBy('e.id', 'desc').limit(limit).offset(offset)
  const [counted, actions, results] = await Promise.all([
    isSearch ? null : countAudit(filters),
    readActions(),
    newestFirst(withNames(wanted, { isCounted: isSearch })).execute(),
  ])
  const count = counted ?? results[0]?.found ?? 0
  rowsOfPage(count, page, page_size)
  const names = await readNames(idsIn(results.flatMap(({ before, after }) => [before, after])))
  return {
    ...makePage(
      '/admin/audit-logs/',
      { ...filters, page_size },
      { count, page, page_size },
      results.map((row) => present(row, names)),
    ),
    actions: actions.map((action) => ({
      action_type: action,
      action_type_display: displayAction(action),
    })),
  }
}

/**
 * Without filters the count is that of the sealed rows, whose positions have no gaps, plus the unsealed ones.
 */
async function countAudit(filters: AuditFilters): Promise<number> {
  const isAll = Object.values(filters).every((filter) => filter === undefined || filter === '')
  const { count } = isAll
    ? await kysely(db())
        .selectNoFrom((eb) =>
          sql<number>`${eb
            .selectFrom('auditSeal')
            .select((of) => of.fn.coalesce(of.fn.max('position'), sql.lit(0)).as('sealed'))}
            + ${eb.selectFrom('auditUnsealed').select((of) => of.cast<number>(of.fn.countAll(), 'int4').as('waiting'))}`.as(
            'count',
          ),
        )
        .executeTakeFirstOrThrow()
    : { count: await countRows(matching(filters)) }
  return count
}

/**
 * Returns the distinct actions, dozens in millions of rows: each step skips through the index to the next.
 */
async function readActions(): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`WITH RECURSIVE known AS (
      (SELECT action FROM audit_event ORDER BY action LIMIT 1)
      UNION ALL
      SELECT (SELECT e.action FROM audit_event e WHERE e.action > known.action ORDER BY e.action LIMIT 1)
      FROM known WHERE known.action IS NOT NULL
    ) SELECT action FROM known WHERE action IS NOT NULL ORDER BY action`.execute(kysely(db()))
  return rows.map(({ action }) => action)
}

const AT_ONCE = 1_000

/**
 * Yields lines of the audit file in batches, newest first in order of the chain. Each id keeps the name read
 * first, because the file's check requires one name per id.
 * @param upTo the position of the newest line; later records are left out
 */
export async function* everyAudit(filters: AuditFilters, upTo: number): AsyncGenerator<AuditLine[]> {
  // Not one long transaction, which would stay open while the file is sent.
  const withFirstNames = namesByFirst()
  let below = upTo + 1
  for (;;) {
    const wanted = matching(filters)
      .where('s.position', '<', below)
      .orderBy('s.position', 'desc')
      .limit(AT_ONCE)
    const batch = await withNames(wanted).orderBy('p.position', 'desc').execute()
    if (batch.length > 0) yield batch.map((row) => lineOf(withFirstNames(row)))
    const last = batch.at(-1)
    if (batch.length < AT_ONCE || !last?.position) return
    below = last.position
  }
}

/** Returns null while the record is not sealed. */
export async function placeOf(eventId: bigint): Promise<number | null> {
  const seal = await kysely(db())
    .selectFrom('auditSeal')
    .select('position')
    .where('eventId', '=', eventId)
    .executeTakeFirst()
  return seal?.position ?? null
}

/**
 * Adds names and the previous seal. Picks the page before it joins.
 * @param isCounted whether `found` is the number of rows on all pages; otherwise 0
 */
function withNames(wanted: Matching, { isCounted = false }: { isCounted?: boolean } = {}) {
  const page = wanted
    .selectAll('e')
    .select(isCounted ? sql<number>`(count(*) OVER ())::int4`.as('found') : sql<number>`0`.as('found'))
    .select(['u.username as admin', 's.position', 's.hash as seal'])
    .select((eb) => uuidOf(eb.ref('e.subjectId')).as('subjectUuid'))
  return kysely(db())
    .with('page', () => page)
    .selectFrom('page as p')
    .leftJoin('auditSeal as b', (join) => join.on((eb) => eb('b.position', '=', eb('p.position', '-', 1))))
    .select(['p.id', 'p.at', 'p.admin', 'p.actorId', 'p.action', 'p.subjectType', 'p.subjectId', 'p.before'])
    .select(['p.after', 'p.address', 'p.position', 'p.seal', 'b.hash as previousSeal', 'p.found'])
    .select((eb) => [
      // JSON as PostgreSQL writes it, which is the sealed text.
      eb.cast<string | null>('p.before', 'text').as('beforeText'),
      eb.cast<string | null>('p.after', 'text').as('afterText'),
      sql<string | null>`${nameOfSubject()}`.as('subjectName'),
      sql<bigint | null>`${amountOfSubject()}`.as('subjectAmount'),
    ])
}

const newestFirst = (rows: ReturnType<typeof withNames>) =>
  rows.orderBy('p.at', 'desc').orderBy('p.id', 'desc')

type Row = InferResult<ReturnType<typeof withNames>>[number]

const recorded = z.record(z.string(), z.unknown()).nullable()

function present(row: Row, names: ReadonlyMap<string, string> = new Map()): AuditLog {
  const resource = displayResource(row.subjectType, row.subjectName ?? row.subjectId)
  const [before, after] = [recorded.parse(row.before), recorded.parse(row.after)]
  return {
    id: String(row.id),
    admin_username: row.admin ?? SYSTEM,
    action_type: row.action,
    action_type_display: displayAction(row.action),
    description: describeRecord({ ...row, before, after, resource }),
    affected_resource: resource,
    subject_type: row.subjectType,
    subject_id: row.subjectId,
    subject_name: row.subjectName,
    subject_amount: row.subjectAmount === null ? null : toShillings(row.subjectAmount),
    names: Object.fromEntries(
      idsIn([before, after]).flatMap((id) => {
        const name = names.get(id)
        return name === undefined ? [] : [[id, name]]
      }),
    ),
    ip_address: row.address,
    created_at: row.at.toISOString(),
    before,
    after,
    seal: row.seal,
  }
}

/** Shows one name per id in all rows: the one read first. */
function namesByFirst(): (row: Row) => Row {
  const names = new Map<string, string | null>()
  const firstOf = (type: string, id: string, name: string | null): string | null => {
    const key = `${type} ${id}`
    const known = names.get(key)
    if (known === undefined) names.set(key, name)
    return known === undefined ? name : known
  }
  return (row) => ({
    ...row,
    admin: row.actorId === null ? row.admin : firstOf('user', row.actorId, row.admin),
    subjectName: firstOf(row.subjectType, row.subjectId, row.subjectName),
  })
}

/** A line of the file also has the sealed values (lib/contract/audit/format.ts). */
function lineOf(row: Row): AuditLine {
  const { before: _before, after: _after, seal, subject_name, subject_amount, names, ...log } = present(row)
  return {
    ...log,
    before: row.beforeText ?? '',
    after: row.afterText ?? '',
    seal: seal ?? '',
    position: String(row.position ?? ''),
    previous_seal: row.previousSeal ?? (row.position === 1 ? CHAIN_START : ''),
    actor_id: row.actorId ?? '',
    subject_type: row.subjectType,
    subject_id: row.subjectId,
  }
}
