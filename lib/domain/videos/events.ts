import { z } from 'zod'
import { defineEvent } from '#lib/core/outbox.ts'

/**
 * Votes were counted. There is one message for each settled batch; `vote_count` is the count after it. `waits_since` has, for
 * each video, since when the payers of its gifts wait, in ms; a message that the sweep sends lacks it.
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
