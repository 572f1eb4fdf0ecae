import { z } from 'zod'
import { defineCall, sentence, timestamp, uuid } from '#lib/contract/call.ts'

export const backupStatuses = ['making', 'made', 'verifying', 'verified', 'damaged', 'failed'] as const

export const backup = z.object({
  id: z.string(),
  created_at: timestamp,
  /** Bytes; null until created. */
  size: z.number().int().nullable(),
  /** `verified`: restored into a scratch database and complete. `failed`: nothing was stored. */
  status: z.enum(backupStatuses),
  verified_at: timestamp.nullable(),
  /** The time whose data the backup contains. */
  made_at: timestamp.nullable(),
  tables: z.number().int().nullable(),
  rows: z.number().int().nullable(),
  make_seconds: z.number().nullable(),
  verify_seconds: z.number().nullable(),
  /** Username; null for the nightly one. */
  requested_by: z.string().nullable(),
  /** Empty without a problem. */
  problem: sentence,
})
export type Backup = z.infer<typeof backup>
export type GivenBackup = z.input<typeof backup>

export const backups = defineCall('GET /admin/backups/', {
  group: 'Admin',
  summary: 'The newest backups, and when one was last restored and found whole',
  access: ['super_admin'],
  answer: z.object({
    results: z.array(backup),
    last_proven_at: timestamp.nullable(),
    days_kept: z.number().int(),
  }),
})
export type BackupList = z.infer<typeof backups.answer>
export type GivenBackupList = z.input<typeof backups.answer>

export const requestBackup = defineCall('POST /admin/backups/', {
  group: 'Admin',
  alsoAnswers: [409],
  summary: 'Order a backup: the worker makes it, restores it and checks it',
  access: ['super_admin'],
  status: 202,
  answer: backup,
})

export const verifyBackup = defineCall('POST /admin/backups/{id}/verify/', {
  group: 'Admin',
  alsoAnswers: [409],
  summary: 'Order that a backup is restored into a scratch database and checked again',
  access: ['super_admin'],
  params: z.object({ id: uuid }),
  status: 202,
  answer: backup,
})
