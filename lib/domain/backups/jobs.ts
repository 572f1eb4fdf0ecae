import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/**
 * Half an hour of tries, each after twice the wait of the one before, from a second on: a store or a server that is replaced at
 * night is back by then, and the next night is far.
 */
const attempts = 12

/**
 * Seconds within which a try that failed is followed by another one, if any comes: the longest wait is 1,024, and the worker may
 * be busy with another backup.
 */
export const NEXT_TRY_WITHIN_SECONDS = 20 * 60

/** Orders the nightly backup, once. */
export const nightlyBackupJob = defineJob({ queue: 'housekeeping', name: 'nightly-backup', attempts })

/** Makes a backup that was ordered. */
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

/** Gives up unfinished backups of dead workers, and deletes backups that are older than the setting. */
export const sweepBackupsJob = defineJob({ queue: 'housekeeping', name: 'sweep-backups', attempts: 1 })
