import type { GivenBackup } from '#lib/contract/backups/calls.ts'
import { lockName } from '#lib/core/advisory-lock.ts'
import { nairobiParts, now } from '#lib/core/clock.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { newId } from '#lib/core/ids.ts'
import { enqueue, transaction } from '#lib/core/outbox.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { alreadyVerifying, backupRunning, notVerifiable } from './errors.ts'
import { makeBackupJob, verifyBackupJob } from './jobs.ts'
import { getBackup } from './queries.ts'

type ByHand = { by: { id: string }; address: string }

/** @throws RuleError backup_running (409) while another one runs */
export function requestBackup({ by, address }: ByHand): Promise<GivenBackup> {
  return transaction(async (tx) => {
    // Of two concurrent requests the second waits and sees the first one's backup.
    await lockName(tx.client, 'backup orders')
    const running = await tx.kysely
      .selectFrom('backup')
      .select('id')
      .where('status', '=', 'making')
      .limit(1)
      .executeTakeFirst()
    if (running) throw backupRunning()
    const id = newId()
    await tx.kysely.insertInto('backup').values({ id, createdAt: now(), requestedBy: by.id }).execute()
    await enqueue(tx, makeBackupJob, { backupId: id })
    await recordAudit(tx, {
      actor: by,
      action: 'backup.requested',
      subject: { type: 'backup', id },
      address,
    })
    return getBackup(tx.client, id)
  })
}

/**
 * Enqueues another check of a backup, by restoring it.
 * @throws NotFoundError
 * @throws RuleError backup_not_made, backup_verifying (409)
 */
export function requestVerification({
  backupId,
  by,
  address,
}: ByHand & { backupId: string }): Promise<GivenBackup> {
  return transaction(async (tx) => {
    const found = await tx.kysely
      .selectFrom('backup')
      .select('status')
      .where('id', '=', backupId)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw new NotFoundError()
    if (found.status === 'making' || found.status === 'failed') throw notVerifiable()
    if (found.status === 'verifying') throw alreadyVerifying()
    await tx.kysely.updateTable('backup').set({ status: 'verifying' }).where('id', '=', backupId).execute()
    await enqueue(tx, verifyBackupJob, { backupId })
    await recordAudit(tx, {
      actor: by,
      action: 'backup.check_requested',
      subject: { type: 'backup', id: backupId },
      address,
    })
    return getBackup(tx.client, backupId)
  })
}

/** Enqueues the night's backup. Idempotent for each night in Nairobi. */
export async function orderNightlyBackup(): Promise<void> {
  await transaction(async (tx) => {
    const { year, month, day } = nairobiParts(now())
    const night = `${year}-${month}-${day}`
    const id = newId()
    const ordered = await tx.kysely
      .insertInto('backup')
      .values({ id, createdAt: now(), night })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if ((ordered.numInsertedOrUpdatedRows ?? 0n) > 0n) await enqueue(tx, makeBackupJob, { backupId: id })
  })
}
