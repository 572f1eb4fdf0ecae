import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Write and send a mail to somebody: tried for some four hours before it goes to the dead letters. */
export const sendMailJob = defineJob({
  queue: 'mail',
  name: 'send-mail',
  schema: z.object({
    /** The mail's own id: sent twice, it is the same mail. */
    mailId: z.uuid(),
    userId: z.uuid(),
    template: z.string(),
    data: z.record(z.string(), z.unknown()),
  }),
  attempts: 14,
})
