import { z } from 'zod'
import { defineEvent } from '#lib/core/outbox.ts'

/** What everybody reads has changed otherwise: a video was approved or withdrawn, the month moved on. */
export const publicContentChanged = defineEvent({
  channel: 'public',
  schema: z.object({ what: z.enum(['videos', 'challenge']) }),
})
