import type { Backup } from '#lib/contract/backups/calls.ts'
import { nairobiParts, now } from '#lib/core/clock.ts'
import { firstRow, rows } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { newId } from '#lib/core/ids.ts'
import { enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { alreadyVerifying, backupRunning, notVerifiable } from './errors.ts'
import { makeBackupJob, verifyBackupJob } from './jobs.ts'
import { getBackup } from './queries.ts'

type ByHand = { by: { id: string }; address: string }

/**
 * Orders a backup; the worker makes it and checks it.
 * @throws RuleError backup_running (409) while another is being made
 */
export function requestBackup({ by, address }: ByHand): Promise<Backup> {
  return transaction(async (tx) => {
    await lockOrders(tx)
    const running = await firstRow(tx.client, `SELECT 1 FROM backup WHERE status = 'making' LIMIT 1`)
    if (running) throw backupRunning()
    const id = newId()
    await rows(tx.client, 'INSERT INTO backup (id, created_at, requested_by) VALUES ($1, $2, $3)', [
      id,
      now(),
      by.id,
    ])
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
}: ByHand & { backupId: string }): Promise<Backup> {
  return transaction(async (tx) => {
    const found = await firstRow<{ status: string }>(
      tx.client,
      'SELECT status::text FROM backup WHERE id = $1 FOR UPDATE',
      [backupId],
    )
    if (!found) throw new NotFoundError()
    if (found.status === 'making' || found.status === 'failed') throw notVerifiable()
    if (found.status === 'verifying') throw alreadyVerifying()
    await rows(tx.client, `UPDATE backup SET status = 'verifying' WHERE id = $1`, [backupId])
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

/** Orders the backup of this night in Nairobi, once however often it is asked. */
export async function orderNightlyBackup(): Promise<void> {
  await transaction(async (tx) => {
    const { year, month, day } = nairobiParts(now())
    const ordered = await firstRow<{ id: string }>(
      tx.client,
      'INSERT INTO backup (id, created_at, night) VALUES ($1, $2, make_date($3, $4, $5)) ON CONFLICT (night) DO NOTHING RETURNING id',
      [newId(), now(), year, month, day],
    )
    if (ordered) await enqueue(tx, makeBackupJob, { backupId: ordered.id })
  })
}

/** Two who press at the same time see each other. */
async function lockOrders(tx: Tx): Promise<void> {
  await tx.client.query(`SELECT pg_advisory_xact_lock(hashtextextended('backup orders', 0))`)
}
