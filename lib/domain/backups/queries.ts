import type { InferResult } from 'kysely'
import type { GivenBackup, GivenBackupList } from '#lib/contract/backups/calls.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { storedSentence } from '#lib/core/sentence.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'

/** The newest hundred backups, and when one was last verified. */
export async function listBackups(): Promise<GivenBackupList> {
  const found = await backups(db())
    .orderBy('b.createdAt', 'desc')
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

/** Returns when a backup was last restored and found complete. */
export async function lastProven(): Promise<Date | null> {
  const { at } = await kysely(db())
    .selectFrom('backup')
    .select((eb) => eb.fn.max('verifiedAt').as('at'))
    .executeTakeFirstOrThrow()
  return at
}

export async function getBackup(on: Queryable, id: string): Promise<GivenBackup> {
  const found = await backups(on).where('b.id', '=', id).executeTakeFirst()
  if (!found) throw new Error(`no backup ${id}`)
  return present(found)
}

function backups(on: Queryable) {
  return kysely(on)
    .selectFrom('backup as b')
    .leftJoin('appUser as u', 'u.id', 'b.requestedBy')
    .select(['b.id', 'b.status', 'b.createdAt', 'b.madeAt', 'b.verifiedAt', 'b.size', 'b.rows', 'b.tables'])
    .select(['b.makeMs', 'b.verifyMs', 'b.problem', 'u.username as requestedBy'])
}

type Row = InferResult<ReturnType<typeof backups>>[number]

function present(row: Row): GivenBackup {
  const seconds = (ms: number | null) => (ms === null ? null : ms / 1000)
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    size: row.size === null ? null : Number(row.size),
    status: row.status,
    verified_at: row.verifiedAt?.toISOString() ?? null,
    made_at: row.madeAt?.toISOString() ?? null,
    tables: row.tables,
    rows: row.rows === null ? null : Number(row.rows),
    make_seconds: seconds(row.makeMs),
    verify_seconds: seconds(row.verifyMs),
    requested_by: row.requestedBy,
    problem: storedSentence(row.problem),
  }
}
