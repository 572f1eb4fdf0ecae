import { z } from 'zod'
import { defineEvent } from '#lib/core/outbox.ts'

/** One message per settled batch; `vote_count` is the new count. */
export const votesCounted = defineEvent({
  channel: 'votes',
  schema: z.object({
    updates: z.array(
      z.object({ video_id: z.string(), vote_count: z.number().int(), delta: z.number().int() }),
    ),
  }),
})
