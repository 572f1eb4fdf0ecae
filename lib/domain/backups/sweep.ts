import { addSeconds, now } from '#lib/core/clock.ts'
import { db, rows } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { transaction } from '#lib/core/outbox.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import { deleteStored, giveUp } from './make.ts'
import { ifNobodyIsAtIt } from './turn.ts'

/** A worker that dies is followed by another within a minute or two: what is as old as this is nobody's any more. */
const ABANDONED_AFTER_SECONDS = 15 * 60
const DAY_SECONDS = 86_400

/** However old they are, so many that were proven stay. */
const LEAST_KEPT = 3

/** Gives up what nobody makes any more, takes back checks that nobody ends, and deletes what is older than the setting. */
export async function sweepBackups(): Promise<void> {
  await ifNobodyIsAtIt(async () => {
    const since = addSeconds(now(), -ABANDONED_AFTER_SECONDS)
    const half = await rows<{ id: string }>(
      db(),
      `SELECT id FROM backup WHERE status = 'making' AND created_at < $1`,
      [since],
    )
    for (const { id } of half) await giveUp(id, 'It was given up: the worker that made it died.')
    await rows(
      db(),
      `UPDATE backup SET problem = 'The check was interrupted.',
          status = CASE WHEN verified_at IS NULL THEN 'made' ELSE 'verified' END::backup_status
        WHERE status = 'verifying'`,
    )
    await deleteOld()
  })
}

async function deleteOld(): Promise<void> {
  const { backup_days_kept } = await readSettings()
  const old = await rows<{ id: string; status: string }>(
    db(),
    `SELECT id, status::text FROM backup WHERE created_at < $1 AND id NOT IN
        (SELECT id FROM backup WHERE status = 'verified' ORDER BY created_at DESC LIMIT $2)`,
    [addSeconds(now(), -backup_days_kept * DAY_SECONDS), LEAST_KEPT],
  )
  for (const { id, status } of old) {
    await deleteStored(id)
    await transaction(async (tx) => {
      await rows(tx.client, 'DELETE FROM backup WHERE id = $1', [id])
      await recordAudit(tx, {
        actor: null,
        action: 'backup.deleted',
        subject: { type: 'backup', id },
        before: { status },
      })
    })
    log.info({ backup: id }, 'old backup deleted')
  }
}
