import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Orders the nightly backup, once. */
export const nightlyBackupJob = defineJob({ queue: 'housekeeping', name: 'nightly-backup', attempts: 5 })

/** Makes a backup that was ordered. */
export const makeBackupJob = defineJob({
  queue: 'housekeeping',
  name: 'make-backup',
  schema: z.object({ backupId: z.uuid() }),
  attempts: 5,
})

/** Restores a backup into a scratch database, checks it, and drops the database. */
export const verifyBackupJob = defineJob({
  queue: 'housekeeping',
  name: 'verify-backup',
  schema: z.object({ backupId: z.uuid() }),
  attempts: 5,
})

/** Gives up unfinished backups of dead workers, and deletes backups that are older than the setting. */
export const sweepBackupsJob = defineJob({ queue: 'housekeeping', name: 'sweep-backups', attempts: 1 })
