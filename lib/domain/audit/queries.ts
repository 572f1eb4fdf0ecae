import type { AuditFilters, AuditLog, AuditLogPage } from '#lib/contract/audit/calls.ts'
import { type AuditLine, CHAIN_START } from '#lib/contract/audit/format.ts'
import { nairobiTime } from '#lib/core/clock.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { isUuid } from '#lib/core/ids.ts'
import { containing } from '#lib/core/like-pattern.ts'
import { makePage, rowsOfPage } from '#lib/core/paging.ts'
import { describeRecord, displayAction, displayResource } from './words.ts'

type Values = Readonly<Record<string, unknown>>

type Row = {
  id: bigint
  at: Date
  admin: string | null
  action: string
  subject_type: string
  subject: string
  before: Values | null
  after: Values | null
  address: string
  seal: string | null
  actor_id: string | null
  subject_id: string
  /** As Postgres writes them, which is how they are sealed. */
  before_text: string | null
  after_text: string | null
  position: number | null
  previous_seal: string | null
}

type Condition = { sql: string; values: unknown[] }

/**
 * The audit, the newest first, with every action that there is.
 * @throws NotFoundError 'Invalid page.' past the end
 */
export async function listAudit(
  filters: AuditFilters,
  { page, page_size }: { page: number; page_size: number },
): Promise<AuditLogPage> {
  const where = conditionOf(filters)
  const [found, actions] = await Promise.all([
    firstRow<{ count: number }>(
      db(),
      `SELECT count(*)::int AS count FROM audit_event e LEFT JOIN app_user u ON u.id = e.actor_id WHERE ${where.sql}`,
      where.values,
    ),
    rows<{ action: string }>(db(), 'SELECT DISTINCT action FROM audit_event ORDER BY action'),
  ])
  const count = found?.count ?? 0
  const results = await readRows(where, rowsOfPage(count, page, page_size))
  return {
    ...makePage(
      '/admin/audit-logs/',
      { ...filters, page_size },
      { count, page, page_size },
      results.map(present),
    ),
    actions: actions.map(({ action }) => ({
      action_type: action,
      action_type_display: displayAction(action),
    })),
  }
}

const AT_ONCE = 1_000

/**
 * The lines of the audit's file, some at a time, the newest first in the order of the chain.
 * @param upTo the place of the newest one in the chain: what is put on record meanwhile is not among them
 */
export async function* everyAudit(filters: AuditFilters, upTo: number): AsyncGenerator<AuditLine[]> {
  const where = conditionOf(filters)
  let below = upTo + 1
  for (;;) {
    const next: Condition = {
      sql: `${where.sql} AND s.position < $${where.values.length + 1}`,
      values: [...where.values, below],
    }
    const batch = await readRows(next, { limit: AT_ONCE, offset: 0 }, 'position DESC')
    if (batch.length > 0) yield batch.map(lineOf)
    const last = batch.at(-1)
    if (batch.length < AT_ONCE || !last?.position) return
    below = last.position
  }
}

/** The place of a record in the chain; null while it is not sealed. */
export async function placeOf(eventId: bigint): Promise<number | null> {
  const row = await firstRow<{ position: number }>(
    db(),
    'SELECT position FROM audit_seal WHERE event_id = $1',
    [eventId],
  )
  return row?.position ?? null
}

function conditionOf({ actor, action, from, to, search }: AuditFilters): Condition {
  const values: unknown[] = []
  const parts = ['true']
  const add = (value: unknown, sql: (place: string) => string) => {
    values.push(value)
    parts.push(sql(`$${values.length}`))
  }
  if (actor) {
    if (isUuid(actor)) add(actor, (at) => `e.actor_id = ${at}::uuid`)
    else add(containing(actor), (at) => `coalesce(u.username, 'System') ILIKE ${at}`)
  }
  if (action) add(action, (at) => `(e.action = ${at} OR starts_with(e.action, ${at} || '.'))`)
  if (from) add(startOf(from), (at) => `e.at >= ${at}`)
  if (to) add(endOf(to), (at) => `e.at < ${at}`)
  if (search)
    add(
      containing(search),
      (at) => `(e.action ILIKE ${at} OR replace(e.action, '_', ' ') ILIKE ${at} OR e.subject_id ILIKE ${at}
        OR u.username ILIKE ${at} OR e.address ILIKE ${at} OR e.before::text ILIKE ${at} OR e.after::text ILIKE ${at}
        OR e.subject_id IN (SELECT s.id::text FROM app_user s WHERE s.username ILIKE ${at}))`,
    )
  return { sql: parts.join(' AND '), values }
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/

/** A day begins at midnight in Nairobi. */
function startOf(value: string, plusDays = 0): Date {
  const [, year, month, day] = DAY.exec(value) ?? []
  return year === undefined
    ? new Date(value)
    : nairobiTime(Number(year), Number(month), Number(day) + plusDays)
}

function endOf(value: string): Date {
  // A moment is meant with the millisecond that it names.
  return DAY.test(value) ? startOf(value, 1) : new Date(new Date(value).getTime() + 1)
}

/** The page is picked first, and its rows named afterwards. */
function readRows(
  where: Condition,
  place: { limit: number; offset: number },
  order: 'at DESC, id DESC' | 'position DESC' = 'at DESC, id DESC',
): Promise<Row[]> {
  const [limit, offset] = [where.values.length + 1, where.values.length + 2]
  return rows<Row>(
    db(),
    `WITH page AS (
        SELECT e.*, u.username AS admin, s.position, s.hash AS seal,
          CASE WHEN e.subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN e.subject_id::uuid END AS named
        FROM audit_event e LEFT JOIN app_user u ON u.id = e.actor_id LEFT JOIN audit_seal s ON s.event_id = e.id
        WHERE ${where.sql} ORDER BY ${order === 'position DESC' ? 's.position DESC' : 'e.at DESC, e.id DESC'} LIMIT $${limit} OFFSET $${offset}
      )
      SELECT p.id, p.at, p.admin, p.actor_id, p.action, p.subject_type, p.subject_id, p.before, p.after,
        p.before::text AS before_text, p.after::text AS after_text, p.address, p.position, p.seal,
        b.hash AS previous_seal, coalesce(CASE p.subject_type
          WHEN 'user' THEN (SELECT username FROM app_user WHERE id = p.named)
          WHEN 'track' THEN (SELECT title FROM track WHERE id = p.named)
          WHEN 'video' THEN (SELECT nullif(v.title, '') FROM video v WHERE v.id = p.named)
          WHEN 'challenge' THEN (SELECT title FROM challenge WHERE id = p.named)
          WHEN 'payout' THEN (SELECT reference FROM payout WHERE id = p.named)
          WHEN 'fund_transfer' THEN (SELECT reference FROM fund_transfer WHERE id = p.named)
        END, p.subject_id) AS subject
      FROM page p LEFT JOIN audit_seal b ON b.position = p.position - 1 ORDER BY ${order}`,
    [...where.values, place.limit, place.offset],
  )
}

function present(row: Row): AuditLog {
  const resource = displayResource(row.subject_type, row.subject)
  return {
    id: String(row.id),
    admin_username: row.admin ?? 'System',
    action_type: row.action,
    action_type_display: displayAction(row.action),
    description: describeRecord({ ...row, resource }),
    affected_resource: resource,
    ip_address: row.address,
    created_at: row.at.toISOString(),
    before: row.before,
    after: row.after,
    seal: row.seal,
  }
}

/** A row as the file has it: beside what people read stands what is sealed (lib/contract/audit/format.ts). */
function lineOf(row: Row): AuditLine {
  const { before: _before, after: _after, seal, ...log } = present(row)
  return {
    ...log,
    before: row.before_text ?? '',
    after: row.after_text ?? '',
    seal: seal ?? '',
    position: String(row.position ?? ''),
    previous_seal: row.previous_seal ?? (row.position === 1 ? CHAIN_START : ''),
    actor_id: row.actor_id ?? '',
    subject_type: row.subject_type,
    subject_id: row.subject_id,
  }
}
