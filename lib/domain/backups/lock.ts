import type pg from 'pg'
import { z } from 'zod'
import { withOwner } from '#lib/core/owner-connection.ts'
import { NotYetError } from '#lib/core/queue.ts'
import { backupsLock } from './migrations.ts'

/** How long until a job tries again: a job that waited for the lock would block its queue for minutes. */
const RETRY_MS = 10_000

/**
 * Runs `work` while no other process makes, checks or sweeps backups, or migrates. PostgreSQL releases the
 * lock with its connection, so an unfinished backup under the lock belongs to a dead process.
 * @throws NotYetError if another process has the lock
 */
export async function withBackupLock(work: (client: pg.Client) => Promise<void>): Promise<void> {
  if (!(await withBackupLockIfFree(work)))
    throw new NotYetError('another backup is being worked on, or the database is being migrated', RETRY_MS)
}

const answer = z.tuple([z.object({ free: z.boolean() })])

/** Runs `work` if no other process has the lock. @returns whether it ran */
export function withBackupLockIfFree(work: (client: pg.Client) => Promise<void>): Promise<boolean> {
  return withOwner(async (client) => {
    const { rows } = await client.query(`SELECT pg_try_advisory_lock(${backupsLock}) AS free`)
    if (!answer.parse(rows)[0].free) return false
    await work(client)
    return true
  })
}

/**
 * Every server has this database. An advisory lock is visible only in its own database, and a restore and the
 * worker may use different ones.
 */
const SHARED_DATABASE = 'postgres'
const LOCK_OF_ONE = `hashtextextended('backup ' || $1, 0)`

/**
 * Runs `work` while no sweep on this database server deletes the backup. Waits only for such a sweep, not for
 * backups or checks. Does not exclude a worker on another server with the same store.
 */
export function whileKept<T>(backupId: string, work: () => Promise<T>): Promise<T> {
  return withOwner(async (client) => {
    await client.query(`SELECT pg_advisory_lock_shared(${LOCK_OF_ONE})`, [backupId])
    return work()
  }, SHARED_DATABASE)
}

/** Runs `work`, which deletes a backup, unless it is being restored. @returns whether it ran */
export function unlessKept(backupId: string, work: () => Promise<void>): Promise<boolean> {
  return withOwner(async (client) => {
    const { rows } = await client.query(`SELECT pg_try_advisory_lock(${LOCK_OF_ONE}) AS free`, [backupId])
    if (!answer.parse(rows)[0].free) return false
    await work()
    return true
  }, SHARED_DATABASE)
}
