import type pg from 'pg'
import { z } from 'zod'
import { now } from '#lib/core/clock.ts'
import { log } from '#lib/core/log.ts'
import { ownDatabase, withOwner } from '#lib/core/owner-connection.ts'
import { prisma } from '#lib/core/prisma.ts'
import { type Sentence, say, sayAll } from '#lib/core/sentence.ts'
import { allInvariants } from '#lib/domain/books/invariants.ts'
import { brokenInvariants, giveRoom } from '#lib/domain/ledger/invariants.ts'
import { createDatabase } from './create-database.ts'
import { DamageError } from './errors.ts'
import { checkFilesOf, describeFiles } from './files.ts'
import { compareTables, loadBackup, readManifest } from './load.ts'
import { withBackupLock } from './lock.ts'

/**
 * Restores a backup into a scratch database of the same server, compares every table, checks every invariant
 * of the books, and drops the database. Then checks that each file named by a row is in the store; a missing
 * file is recorded as the backup's problem. Can run twice or be killed without harm.
 * @throws errors that prevented the check; a damaged backup is marked instead
 */
export async function verifyBackup(backupId: string): Promise<void> {
  await withBackupLock(async (client) => {
    const [begun] = await prisma().backup.updateManyAndReturn({
      where: { id: backupId, status: { in: ['made', 'verifying', 'verified', 'damaged'] } },
      data: { status: 'verifying', failedAt: null },
      select: { verifiedAt: true },
    })
    if (!begun) return
    const startedAt = performance.now()
    try {
      const missing = await restoreInScratch(client, backupId)
      await end(backupId, {
        status: 'verified',
        problem: missing?.coded ?? '',
        at: now(),
        tookMs: performance.now() - startedAt,
      })
      if (missing)
        log.error({ backup: backupId, problem: String(missing) }, 'backup proven, but files are missing')
      else log.info({ backup: backupId }, 'backup restored and proven')
    } catch (error) {
      if (error instanceof DamageError) {
        log.error({ backup: backupId, problem: error.message }, 'backup is damaged')
        await end(backupId, { status: 'damaged', problem: error.sentence.coded })
        return
      }
      const why = error instanceof Error ? error.message : String(error)
      const status = begun.verifiedAt === null ? 'made' : 'verified'
      await end(backupId, { status, problem: say('backup.not_checked', { why }).coded, failedAt: now() })
      throw error
    }
  })
}

/** @returns a sentence with the missing files, or null */
async function restoreInScratch(client: pg.Client, backupId: string): Promise<Sentence | null> {
  const contents = await readManifest(backupId)
  await dropScratches(client)
  const name = `${ownDatabase()}_scratch_${backupId.replaceAll('-', '').slice(-12)}`
  await createDatabase(client, name)
  try {
    return await withOwner(async (scratch) => {
      await loadBackup(scratch, contents)
      await compareTables(scratch, contents)
      await giveRoom(scratch, 'connection')
      const broken = await brokenInvariants(scratch, allInvariants)
      if (broken.length > 0)
        throw new DamageError(
          say('backup.books_wrong', { which: sayAll(broken.map((what) => say('backup.book', { what }))) }),
        )
      return describeFiles(await checkFilesOf(scratch, client))
    }, name)
  } finally {
    await dropScratches(client).catch((error: Error) =>
      log.warn({ err: error.message }, 'scratch database not dropped'),
    )
  }
}

const databases = z.array(z.object({ name: z.string() }))

/** Drops all scratch databases, also those of dead workers: only the lock's holder uses scratch databases. */
async function dropScratches(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
    [`${ownDatabase()}_scratch_`],
  )
  for (const { name } of databases.parse(rows))
    await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`)
}

async function end(
  backupId: string,
  how: {
    status: 'made' | 'verified' | 'damaged'
    problem: string
    at?: Date
    tookMs?: number
    /** Set if the check failed and will be retried. */
    failedAt?: Date
  },
): Promise<void> {
  await prisma().backup.updateMany({
    where: { id: backupId, status: 'verifying' },
    data: {
      status: how.status,
      problem: how.problem,
      failedAt: how.failedAt ?? null,
      ...(how.status === 'damaged' ? { verifiedAt: null } : how.at && { verifiedAt: how.at }),
      ...(how.tookMs === undefined ? {} : { verifyMs: Math.round(how.tookMs) }),
    },
  })
}
