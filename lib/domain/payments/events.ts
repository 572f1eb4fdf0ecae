import { z } from 'zod'
import { defineEvent } from '#lib/core/outbox.ts'

/** One message per transaction, with all payments that it changed. */
export const paymentsChanged = defineEvent({
  channel: 'payments',
  schema: z.object({ intent_ids: z.array(z.string()) }),
})

/** Wakes workers. Empty, because they read the inbox. */
export const callbacksStored = defineEvent({ channel: 'callbacks', schema: z.object({}) })

/** Wakes workers. Empty, because they read `payment_intent`. */
export const promptsOrdered = defineEvent({ channel: 'prompts', schema: z.object({}) })
