import { z } from 'zod'
import { defineEvent } from '#lib/core/outbox.ts'

/** Payments moved to another state: one message for each transaction. */
export const paymentsChanged = defineEvent({
  channel: 'payments',
  schema: z.object({ intent_ids: z.array(z.string()) }),
})

/** Payments wait for their prompts. It says no more, because workers look at the table. */
export const promptsOrdered = defineEvent({ channel: 'prompts', schema: z.object({}) })
