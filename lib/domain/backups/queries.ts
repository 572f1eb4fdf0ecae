import type { Backup, BackupList } from '#lib/contract/backups/calls.ts'
import { db, firstRow, type Queryable, rows } from '#lib/core/db.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'

type Row = {
  id: string
  status: Backup['status']
  created_at: Date
  made_at: Date | null
  verified_at: Date | null
  size: bigint | null
  rows: bigint | null
  tables: number | null
  make_ms: number | null
  verify_ms: number | null
  requested_by: string | null
  problem: string
}

const columns = `b.id, b.status, b.created_at, b.made_at, b.verified_at, b.size, b.rows, b.tables, b.make_ms,
  b.verify_ms, u.username AS requested_by, b.problem`

/** The newest hundred, and when one was last restored and found whole. */
export async function listBackups(): Promise<BackupList> {
  const found = await rows<Row>(
    db(),
    `SELECT ${columns} FROM backup b LEFT JOIN app_user u ON u.id = b.requested_by
      ORDER BY b.created_at DESC, b.id DESC LIMIT 100`,
  )
  const proven = await lastProven()
  const { backup_days_kept } = await readSettings()
  return {
    results: found.map(present),
    last_proven_at: proven?.toISOString() ?? null,
    days_kept: backup_days_kept,
  }
}

/** When a backup was last restored and found whole. */
export async function lastProven(): Promise<Date | null> {
  const found = await firstRow<{ at: Date | null }>(db(), 'SELECT max(verified_at) AS at FROM backup')
  return found?.at ?? null
}

/** One of them, as the caller's transaction sees it. */
export async function getBackup(on: Queryable, id: string): Promise<Backup> {
  const found = await firstRow<Row>(
    on,
    `SELECT ${columns} FROM backup b LEFT JOIN app_user u ON u.id = b.requested_by WHERE b.id = $1`,
    [id],
  )
  if (!found) throw new Error(`no backup ${id}`)
  return present(found)
}

function present(row: Row): Backup {
  const seconds = (ms: number | null) => (ms === null ? null : ms / 1000)
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    size: row.size === null ? null : Number(row.size),
    status: row.status,
    verified_at: row.verified_at?.toISOString() ?? null,
    made_at: row.made_at?.toISOString() ?? null,
    tables: row.tables,
    rows: row.rows === null ? null : Number(row.rows),
    make_seconds: seconds(row.make_ms),
    verify_seconds: seconds(row.verify_ms),
    requested_by: row.requested_by,
    problem: row.problem,
  }
}
