import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Seal what was put on record since the last time. */
export const sealAuditJob = defineJob({
  queue: 'housekeeping',
  name: 'seal-audit',
  schema: z.object({}),
  attempts: 1,
})

/** Check the whole chain, and note its end outside the database where it holds. */
export const checkAuditJob = defineJob({
  queue: 'housekeeping',
  name: 'check-audit',
  schema: z.object({}),
  attempts: 3,
})
