import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { transaction } from '#lib/core/outbox.ts'
import { say } from '#lib/core/sentence.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import { keepErasures } from './erasures.ts'
import { unlessKept, withBackupLockIfFree } from './lock.ts'
import { deleteStored, markFailed } from './make.ts'

/** A dead worker's job is repeated within two minutes, so an unfinished backup of this age is abandoned. */
const BACKUP_ABANDONED_AFTER_SECONDS = 15 * 60
const DAY_SECONDS = 86_400

/** How many of the newest verified backups are kept regardless of age. */
const LEAST_KEPT = 3

/**
 * Ends abandoned backups and interrupted checks, deletes backups older than the setting, and updates the
 * notes of erasures.
 */
export async function sweepBackups(): Promise<void> {
  await withBackupLockIfFree(async () => {
    const abandoned = await kysely(db())
      .selectFrom('backup')
      .select('id')
      .where('status', '=', 'making')
      .where('createdAt', '<', addSeconds(now(), -BACKUP_ABANDONED_AFTER_SECONDS))
      .execute()
    for (const { id } of abandoned) await markFailed(id, say('backup.given_up'))
    const interrupted = { problem: say('backup.interrupted').coded, failedAt: now() }
    await kysely(db())
      .updateTable('backup')
      .set({ status: 'made', ...interrupted })
      .where('status', '=', 'verifying')
      .where('verifiedAt', 'is', null)
      .execute()
    await kysely(db())
      .updateTable('backup')
      .set({ status: 'verified', ...interrupted })
      .where('status', '=', 'verifying')
      .where('verifiedAt', 'is not', null)
      .execute()
    await deleteOld()
    await keepErasures()
  })
}

async function deleteOld(): Promise<void> {
  const { backup_days_kept } = await readSettings()
  const kept = await kysely(db())
    .selectFrom('backup')
    .select('id')
    .where('status', '=', 'verified')
    .orderBy('createdAt', 'desc')
    .limit(LEAST_KEPT)
    .execute()
  const old = await kysely(db())
    .selectFrom('backup')
    .select(['id', 'status'])
    .where('createdAt', '<', addSeconds(now(), -backup_days_kept * DAY_SECONDS))
    .where((eb) => eb.not(eb('id', '=', anyOf(kept.map(({ id }) => id)))))
    .execute()
  // A backup that is being restored waits for a later sweep.
  for (const { id, status } of old) await unlessKept(id, () => deleteOne(id, status))
}

async function deleteOne(id: string, status: string): Promise<void> {
  await deleteStored(id)
  await transaction(async (tx) => {
    await tx.kysely.deleteFrom('backup').where('id', '=', id).execute()
    await recordAudit(tx, {
      actor: null,
      action: 'backup.deleted',
      subject: { type: 'backup', id },
      before: { status },
    })
  })
  log.info({ backup: id }, 'old backup deleted')
}
