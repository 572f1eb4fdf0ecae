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

/**
 * Orders a backup; the worker makes it and checks it.
 * @throws RuleError backup_running (409) while another is being made
 */
export function requestBackup({ by, address }: ByHand): Promise<GivenBackup> {
  return transaction(async (tx) => {
    // Of two requests at the same time the second one sees the first one's backup.
    await lockName(tx.client, 'backup orders')
    const running = await tx.prisma.backup.findFirst({ where: { status: 'making' }, select: { id: true } })
    if (running) throw backupRunning()
    const id = newId()
    await tx.prisma.backup.create({ data: { id, createdAt: now(), requestedById: by.id } })
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
 * Orders that a backup is restored and checked again.
 * @throws NotFoundError for an unknown one
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
    await tx.prisma.backup.update({ where: { id: backupId }, data: { status: 'verifying' } })
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

/** Orders the backup of this night in Nairobi, once however often it is called. */
export async function orderNightlyBackup(): Promise<void> {
  await transaction(async (tx) => {
    const { year, month, day } = nairobiParts(now())
    const night = new Date(Date.UTC(year, month - 1, day))
    const id = newId()
    const ordered = await tx.prisma.backup.createMany({
      data: { id, createdAt: now(), night },
      skipDuplicates: true,
    })
    if (ordered.count > 0) await enqueue(tx, makeBackupJob, { backupId: id })
  })
}
