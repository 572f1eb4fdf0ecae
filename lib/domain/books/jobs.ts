import { defineJob } from '#lib/core/queue.ts'

/** Check every invariant of the books, and record the result. */
export const checkBooksJob = defineJob({ queue: 'housekeeping', name: 'check-books', attempts: 3 })
