import { defineJob } from '#lib/core/queue.ts'

/** Send and query due refunds (`workRefunds`). The table is the queue. */
export const workRefundsJob = defineJob({ queue: 'payments', name: 'work-refunds', attempts: 1 })
