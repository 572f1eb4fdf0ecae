import type { InferResult } from 'kysely'
import type { GivenBackup, GivenBackupList } from '#lib/contract/backups/calls.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { prisma } from '#lib/core/prisma.ts'
import { storedSentence } from '#lib/core/sentence.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'

/** Lists the newest hundred, and says when one was last restored and found whole. */
export async function listBackups(): Promise<GivenBackupList> {
  const found = await backups(db())
    .orderBy('b.created_at', 'desc')
    .orderBy('b.id', 'desc')
    .limit(100)
    .execute()
  const proven = await lastProven()
  const { backup_days_kept } = await readSettings()
  return {
    results: found.map(present),
    last_proven_at: proven?.toISOString() ?? null,
    days_kept: backup_days_kept,
  }
}

/** Says when a backup was last restored and found whole. */
export async function lastProven(): Promise<Date | null> {
  const { _max } = await prisma().backup.aggregate({ _max: { verifiedAt: true } })
  return _max.verifiedAt
}

/** Reads one backup as the caller's transaction sees it. */
export async function getBackup(on: Queryable, id: string): Promise<GivenBackup> {
  const found = await backups(on).where('b.id', '=', id).executeTakeFirst()
  if (!found) throw new Error(`no backup ${id}`)
  return present(found)
}

function backups(on: Queryable) {
  return kysely(on)
    .selectFrom('backup as b')
    .leftJoin('app_user as u', 'u.id', 'b.requested_by')
    .select([
      'b.id',
      'b.status',
      'b.created_at',
      'b.made_at',
      'b.verified_at',
      'b.size',
      'b.rows',
      'b.tables',
    ])
    .select(['b.make_ms', 'b.verify_ms', 'b.problem', 'u.username as requested_by'])
}

type Row = InferResult<ReturnType<typeof backups>>[number]

function present(row: Row): GivenBackup {
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
    problem: storedSentence(row.problem),
  }
}
