import { z } from 'zod'
import { defineEvent } from '#lib/core/outbox.ts'

/** Public content other than votes changed: a video was approved or withdrawn, or the month moved on. */
export const publicContentChanged = defineEvent({
  channel: 'public',
  schema: z.object({ what: z.enum(['videos', 'challenge']) }),
})
