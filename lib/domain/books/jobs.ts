import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Run every law of the money over the books, and keep how it came out. */
export const checkBooksJob = defineJob({
  queue: 'housekeeping',
  name: 'check-books',
  schema: z.object({}),
  attempts: 3,
})
