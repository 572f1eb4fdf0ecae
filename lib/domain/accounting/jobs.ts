import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

export const makeMonthReportsJob = defineJob({
  queue: 'housekeeping',
  name: 'make-month-reports',
  attempts: 3,
})

/** Retries for about four hours, then becomes a dead letter. */
export const mailMonthReportJob = defineJob({
  queue: 'mail',
  name: 'mail-month-report',
  schema: z.object({ challengeId: z.uuid(), email: z.string() }),
  attempts: 14,
})
