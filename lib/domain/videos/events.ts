import { z } from 'zod'
import { defineEvent } from '#lib/core/outbox.ts'

/** Votes were counted. There is one message for each settled batch; `vote_count` is the count after it. */
export const votesCounted = defineEvent({
  channel: 'votes',
  schema: z.object({
    updates: z.array(
      z.object({ video_id: z.string(), vote_count: z.number().int(), delta: z.number().int() }),
    ),
  }),
})
