import { defineJob } from '#lib/core/queue.ts'

export const checkBooksJob = defineJob({ queue: 'housekeeping', name: 'check-books', attempts: 3 })
