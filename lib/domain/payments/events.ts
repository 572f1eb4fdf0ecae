import { z } from 'zod'
import { defineEvent } from '#lib/core/outbox.ts'

/** One message per transaction. */
export const paymentsChanged = defineEvent({
  channel: 'payments',
  schema: z.object({ intent_ids: z.array(z.string()) }),
})

/** Empty, because workers read the inbox. */
export const callbacksStored = defineEvent({ channel: 'callbacks', schema: z.object({}) })

/** Empty, because workers read the table. */
export const promptsOrdered = defineEvent({ channel: 'prompts', schema: z.object({}) })
