import { z } from 'zod'
import { defineEvent } from '#lib/core/outbox.ts'

/** Payments moved to another state: one message for each transaction. */
export const paymentsChanged = defineEvent({
  channel: 'payments',
  schema: z.object({ intent_ids: z.array(z.string()) }),
})
