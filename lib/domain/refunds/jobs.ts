import { defineJob } from '#lib/core/queue.ts'

/** Sends and asks about the refunds that are due (`workRefunds`). It carries nothing, because the table is the queue. */
export const workRefundsJob = defineJob({ queue: 'payments', name: 'work-refunds', attempts: 1 })
