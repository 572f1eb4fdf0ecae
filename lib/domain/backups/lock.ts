import type pg from 'pg'
import { z } from 'zod'
import { withOwner } from '#lib/core/owner-connection.ts'
import { NotYetError } from '#lib/core/queue.ts'
import { backupsLock } from './migrations.ts'

/** Backups take minutes. A job that waited for one would keep its place in the queue from everything else. */
const AGAIN_MS = 10_000

/**
 * Runs `work` while no other process makes, checks or sweeps backups, and none migrates. Postgres releases the lock when its
 * connection ends, so whatever is unfinished under the lock was left by a process that died.
 * @throws NotYetError where another process has the lock
 */
export async function withBackupLock(work: (client: pg.Client) => Promise<void>): Promise<void> {
  if (!(await withBackupLockIfFree(work)))
    throw new NotYetError('another backup is being worked on, or the database is being migrated', AGAIN_MS)
}

const answer = z.tuple([z.object({ free: z.boolean() })])

/** Runs `work` under that lock, unless another process has it. @returns whether it ran */
export function withBackupLockIfFree(work: (client: pg.Client) => Promise<void>): Promise<boolean> {
  return withOwner(async (client) => {
    const { rows } = await client.query(`SELECT pg_try_advisory_lock(${backupsLock}) AS free`)
    if (!answer.parse(rows)[0].free) return false
    await work(client)
    return true
  })
}

/**
 * Every server has this database. A restore may know the server by another one than the worker that sweeps, and a lock is
 * seen in its own database alone.
 */
const SHARED_DATABASE = 'postgres'
const LOCK_OF_ONE = `hashtextextended('backup ' || $1, 0)`

/**
 * Runs `work` while no sweep of this server deletes the backup. It waits for such a sweep, and for nothing else: a restore does
 * not wait until another backup is made or checked. A worker on another server, with the same store, does not see this.
 */
export function whileKept<T>(backupId: string, work: () => Promise<T>): Promise<T> {
  return withOwner(async (client) => {
    await client.query(`SELECT pg_advisory_lock_shared(${LOCK_OF_ONE})`, [backupId])
    return work()
  }, SHARED_DATABASE)
}

/** Runs `work`, which deletes a backup, unless somebody restores it. @returns whether it ran */
export function unlessKept(backupId: string, work: () => Promise<void>): Promise<boolean> {
  return withOwner(async (client) => {
    const { rows } = await client.query(`SELECT pg_try_advisory_lock(${LOCK_OF_ONE}) AS free`, [backupId])
    if (!answer.parse(rows)[0].free) return false
    await work()
    return true
  }, SHARED_DATABASE)
}
