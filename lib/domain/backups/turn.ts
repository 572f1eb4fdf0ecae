import type pg from 'pg'
import { withOwner } from '#lib/core/owner-connection.ts'

const LOCK = `hashtextextended('backups', 0)`

/**
 * Runs `work` when nobody else makes, checks or sweeps backups. The lock is the session's: it ends with whoever holds it,
 * so what is found half-done under it was left by somebody dead.
 */
export function holdingTheLock<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withOwner(async (client) => {
    await client.query(`SELECT pg_advisory_lock(${LOCK})`)
    return work(client)
  })
}

/** The same, unless somebody else is at it. @returns whether it ran */
export function ifNobodyIsAtIt(work: (client: pg.Client) => Promise<void>): Promise<boolean> {
  return withOwner(async (client) => {
    const { rows } = await client.query<{ free: boolean }>(`SELECT pg_try_advisory_lock(${LOCK}) AS free`)
    if (!rows[0]?.free) return false
    await work(client)
    return true
  })
}
