import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Retries for about four hours. */
export const sendMailJob = defineJob({
  queue: 'mail',
  name: 'send-mail',
  schema: z.object({
    /** A retry sends the same id, so that mailboxes hide a duplicate. */
    mailId: z.uuid(),
    userId: z.uuid(),
    template: z.string(),
    data: z.record(z.string(), z.unknown()),
  }),
  attempts: 14,
})
