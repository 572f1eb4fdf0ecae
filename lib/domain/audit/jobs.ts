import { defineJob } from '#lib/core/queue.ts'

export const sealAuditJob = defineJob({ queue: 'housekeeping', name: 'seal-audit', attempts: 1 })

/** Checks the chain. If it is valid, its end is noted outside the database. */
export const checkAuditJob = defineJob({ queue: 'housekeeping', name: 'check-audit', attempts: 3 })
