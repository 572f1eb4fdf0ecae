import { z } from 'zod'
import { defineEvent } from '#lib/core/outbox.ts'

/**
 * Votes were counted: one message per settled batch. `vote_count` is the count after the batch. `waits_since`
 * lists per video when each payer's wait began, in epoch ms; messages of the sweep lack it.
 */
export const votesCounted = defineEvent({
  channel: 'votes',
  schema: z.object({
    updates: z.array(
      z.object({ video_id: z.string(), vote_count: z.number().int(), delta: z.number().int() }),
    ),
    waits_since: z.record(z.string(), z.array(z.number())).optional(),
  }),
})
