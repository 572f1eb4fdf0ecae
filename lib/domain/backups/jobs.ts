import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/**
 * Retries for half an hour, with waits that double from one second. By then a replaced store or server is
 * back, and the next nightly backup is far.
 */
const attempts = 12

/**
 * Seconds within which a retry, if any, follows a failure: the longest wait is 1,024, and the worker may be
 * busy with another backup.
 */
export const NEXT_TRY_WITHIN_SECONDS = 20 * 60

export const nightlyBackupJob = defineJob({ queue: 'housekeeping', name: 'nightly-backup', attempts })

export const makeBackupJob = defineJob({
  queue: 'housekeeping',
  name: 'make-backup',
  schema: z.object({ backupId: z.uuid() }),
  attempts,
})

export const verifyBackupJob = defineJob({
  queue: 'housekeeping',
  name: 'verify-backup',
  schema: z.object({ backupId: z.uuid() }),
  attempts,
})

export const sweepBackupsJob = defineJob({ queue: 'housekeeping', name: 'sweep-backups', attempts: 1 })
