import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Write the reports of closed months that have none (make-report.ts). */
export const makeMonthReportsJob = defineJob({
  queue: 'housekeeping',
  name: 'make-month-reports',
  attempts: 3,
})

/** Mail a month's report to one address: tried for some four hours before it goes to the dead letters. */
export const mailMonthReportJob = defineJob({
  queue: 'mail',
  name: 'mail-month-report',
  schema: z.object({ challengeId: z.uuid(), email: z.string() }),
  attempts: 14,
})
