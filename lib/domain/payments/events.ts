import { z } from 'zod'
import { defineEvent } from '#lib/core/outbox.ts'

/** Payments moved to another state: one message for each transaction. */
export const paymentsChanged = defineEvent({
  channel: 'payments',
  schema: z.object({ intent_ids: z.array(z.string()) }),
})

/** Callbacks of payments are stored. It carries nothing, because workers read the inbox. */
export const callbacksStored = defineEvent({ channel: 'callbacks', schema: z.object({}) })

/** Payments wait for their prompts. It carries nothing, because workers read the table. */
export const promptsOrdered = defineEvent({ channel: 'prompts', schema: z.object({}) })
