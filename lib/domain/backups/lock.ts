import type pg from 'pg'
import { z } from 'zod'
import { withOwner } from '#lib/core/owner-connection.ts'

const LOCK = `hashtextextended('backups', 0)`

/**
 * Waits until no other process makes, checks or sweeps backups, and runs `work`. Postgres releases the lock when its
 * connection ends, so whatever is unfinished under the lock was left by a process that died.
 */
export function withBackupLock<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withOwner(async (client) => {
    await client.query(`SELECT pg_advisory_lock(${LOCK})`)
    return work(client)
  })
}

const answer = z.tuple([z.object({ free: z.boolean() })])

/** Runs `work` under the same lock, unless another process has it. @returns whether it ran */
export function withBackupLockIfFree(work: (client: pg.Client) => Promise<void>): Promise<boolean> {
  return withOwner(async (client) => {
    const { rows } = await client.query(`SELECT pg_try_advisory_lock(${LOCK}) AS free`)
    if (!answer.parse(rows)[0].free) return false
    await work(client)
    return true
  })
}
