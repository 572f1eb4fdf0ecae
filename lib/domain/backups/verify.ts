import type pg from 'pg'
import { now } from '#lib/core/clock.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { ownDatabase, withOwner } from '#lib/core/owner-connection.ts'
import { allInvariants } from '#lib/domain/books/invariants.ts'
import { brokenInvariants } from '#lib/domain/ledger/invariants.ts'
import { DamageError } from './errors.ts'
import { compareTables, loadBackup, readManifest } from './load.ts'
import { holdingTheLock } from './turn.ts'

/**
 * Restores a backup into a scratch database of the same server, compares every table with what was backed up, runs every
 * invariant of the money, and throws the database away. May run twice and die at any moment.
 * @throws what kept it from being checked; a backup that is at fault itself is `damaged`, and no error
 */
export async function verifyBackup(backupId: string): Promise<void> {
  await holdingTheLock(async (client) => {
    const before = await firstRow<{ status: string }>(
      db(),
      `UPDATE backup b SET status = 'verifying' FROM backup old
        WHERE b.id = $1 AND old.id = b.id AND b.status IN ('made', 'verifying', 'verified', 'damaged')
        RETURNING CASE WHEN old.verified_at IS NULL THEN 'made' ELSE 'verified' END AS status`,
      [backupId],
    )
    if (!before) return
    const startedAt = performance.now()
    try {
      await tryOut(client, backupId)
      await end(backupId, {
        status: 'verified',
        problem: '',
        at: now(),
        tookMs: performance.now() - startedAt,
      })
      log.info({ backup: backupId }, 'backup restored and proven')
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error)
      if (error instanceof DamageError) {
        log.error({ backup: backupId, problem: words }, 'backup is damaged')
        await end(backupId, { status: 'damaged', problem: words })
        return
      }
      await end(backupId, { status: before.status, problem: `It could not be checked: ${words}.` })
      throw error
    }
  })
}

async function tryOut(client: pg.Client, backupId: string): Promise<void> {
  const contents = await readManifest(backupId)
  await dropScratches(client)
  const name = `${ownDatabase()}_scratch_${backupId.replaceAll('-', '').slice(-12)}`
  await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`)
  try {
    await withOwner(async (scratch) => {
      await loadBackup(scratch, contents)
      await compareTables(scratch, contents)
      const broken = await brokenInvariants(scratch, allInvariants)
      if (broken.length > 0) throw new DamageError(`The books in it are not right. ${broken.join('. ')}.`)
    }, name)
  } finally {
    await dropScratches(client).catch((error: Error) =>
      log.warn({ err: error.message }, 'scratch database not dropped'),
    )
  }
}

/** Also those that a dead worker left: who holds the lock has no other. */
async function dropScratches(client: pg.Client): Promise<void> {
  const { rows: found } = await client.query<{ name: string }>(
    'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
    [`${ownDatabase()}_scratch_`],
  )
  for (const { name } of found)
    await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`)
}

async function end(
  backupId: string,
  how: { status: string; problem: string; at?: Date; tookMs?: number },
): Promise<void> {
  await rows(
    db(),
    `UPDATE backup SET status = $2::backup_status, problem = $3,
        verified_at = CASE WHEN $2 = 'damaged' THEN NULL ELSE coalesce($4, verified_at) END,
        verify_ms = coalesce($5, verify_ms)
      WHERE id = $1 AND status = 'verifying'`,
    [
      backupId,
      how.status,
      how.problem,
      how.at ?? null,
      how.tookMs === undefined ? null : Math.round(how.tookMs),
    ],
  )
}
