import { addSeconds, now } from '#lib/core/clock.ts'
import { log } from '#lib/core/log.ts'
import { transaction } from '#lib/core/outbox.ts'
import { prisma } from '#lib/core/prisma.ts'
import { say } from '#lib/core/sentence.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import { keepErasures } from './erasures.ts'
import { unlessKept, withBackupLockIfFree } from './lock.ts'
import { deleteStored, markFailed } from './make.ts'

/** A worker that dies is followed by another within a minute or two, so nobody makes a backup of this age any more. */
const BACKUP_ABANDONED_AFTER_SECONDS = 15 * 60
const DAY_SECONDS = 86_400

/** So many of the newest verified backups are kept however old they are. */
const LEAST_KEPT = 3

/**
 * Gives up backups that nobody makes any more, ends interrupted checks, and deletes what is older than the setting. Erasures are
 * noted for as long.
 */
export async function sweepBackups(): Promise<void> {
  await withBackupLockIfFree(async () => {
    const abandoned = await prisma().backup.findMany({
      where: { status: 'making', createdAt: { lt: addSeconds(now(), -BACKUP_ABANDONED_AFTER_SECONDS) } },
      select: { id: true },
    })
    for (const { id } of abandoned) await markFailed(id, say('backup.given_up'))
    const interrupted = { problem: say('backup.interrupted').coded, failedAt: now() }
    await prisma().backup.updateMany({
      where: { status: 'verifying', verifiedAt: null },
      data: { status: 'made', ...interrupted },
    })
    await prisma().backup.updateMany({
      where: { status: 'verifying', verifiedAt: { not: null } },
      data: { status: 'verified', ...interrupted },
    })
    await deleteOld()
    await keepErasures()
  })
}

async function deleteOld(): Promise<void> {
  const { backup_days_kept } = await readSettings()
  const kept = await prisma().backup.findMany({
    where: { status: 'verified' },
    orderBy: { createdAt: 'desc' },
    take: LEAST_KEPT,
    select: { id: true },
  })
  const old = await prisma().backup.findMany({
    where: {
      createdAt: { lt: addSeconds(now(), -backup_days_kept * DAY_SECONDS) },
      id: { notIn: kept.map(({ id }) => id) },
    },
    select: { id: true, status: true },
  })
  // One that is being restored waits for a later sweep.
  for (const { id, status } of old) await unlessKept(id, () => deleteOne(id, status))
}

async function deleteOne(id: string, status: string): Promise<void> {
  await deleteStored(id)
  await transaction(async (tx) => {
    await tx.prisma.backup.deleteMany({ where: { id } })
    await recordAudit(tx, {
      actor: null,
      action: 'backup.deleted',
      subject: { type: 'backup', id },
      before: { status },
    })
  })
  log.info({ backup: id }, 'old backup deleted')
}
