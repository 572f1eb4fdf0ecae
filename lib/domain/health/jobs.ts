import { defineJob } from '#lib/core/queue.ts'

/** Checks the parts that only the worker talks to, and stores the results for the health page. */
export const probePartsJob = defineJob({ queue: 'housekeeping', name: 'probe-parts', attempts: 1 })

/** Notes what is wrong with the product, and mails the super admins of it. */
export const watchAlertsJob = defineJob({ queue: 'housekeeping', name: 'watch-alerts', attempts: 1 })
