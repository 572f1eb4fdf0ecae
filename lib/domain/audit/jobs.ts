import { defineJob } from '#lib/core/queue.ts'

/** Seal what was put on record since the last time. */
export const sealAuditJob = defineJob({ queue: 'housekeeping', name: 'seal-audit', attempts: 1 })

/** Check the whole chain, and note its end outside the database where it holds. */
export const checkAuditJob = defineJob({ queue: 'housekeeping', name: 'check-audit', attempts: 3 })
