import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Order the backup of the night, once. */
export const nightlyBackupJob = defineJob({
  queue: 'housekeeping',
  name: 'nightly-backup',
  schema: z.object({}),
  attempts: 5,
})

/** Make a backup that was ordered. */
export const makeBackupJob = defineJob({
  queue: 'housekeeping',
  name: 'make-backup',
  schema: z.object({ backupId: z.uuid() }),
  attempts: 5,
})

/** Restore a backup into a scratch database, check it, and throw the database away. */
export const verifyBackupJob = defineJob({
  queue: 'housekeeping',
  name: 'verify-backup',
  schema: z.object({ backupId: z.uuid() }),
  attempts: 5,
})

/** Give up backups that a dead worker left half-made, and delete what is older than the setting says. */
export const sweepBackupsJob = defineJob({
  queue: 'housekeeping',
  name: 'sweep-backups',
  schema: z.object({}),
  attempts: 1,
})
