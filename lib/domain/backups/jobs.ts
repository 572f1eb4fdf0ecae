import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/**
 * Half an hour of retries with doubled waits from one second: a replaced store or server is back by then, and
 * the next night is far.
 */
const attempts = 12

/**
 * Seconds within which a retry follows, if any: the longest wait is 1,024, and the worker may be busy with
 * another backup.
 */
export const NEXT_TRY_WITHIN_SECONDS = 20 * 60

export const nightlyBackupJob = defineJob({ queue: 'housekeeping', name: 'nightly-backup', attempts })

export const makeBackupJob = defineJob({
  queue: 'housekeeping',
  name: 'make-backup',
  schema: z.object({ backupId: z.uuid() }),
  attempts,
})

/** Restores a backup into a scratch database, checks it, and drops the database. */
export const verifyBackupJob = defineJob({
  queue: 'housekeeping',
  name: 'verify-backup',
  schema: z.object({ backupId: z.uuid() }),
  attempts,
})

/** Ends unfinished backups of dead workers, and deletes backups older than the setting. */
export const sweepBackupsJob = defineJob({ queue: 'housekeeping', name: 'sweep-backups', attempts: 1 })
