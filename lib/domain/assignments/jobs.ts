import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Give a dancer whose subscription is paid their tracks. */
export const assignTracksJob = defineJob({
  queue: 'housekeeping',
  name: 'assign-tracks',
  schema: z.object({ challengeId: z.uuid(), dancerId: z.uuid() }),
  attempts: 5,
})

/** Give everybody who has fewer tracks than they should what the pool has now: a track was approved. */
export const topUpAssignmentsJob = defineJob({
  queue: 'housekeeping',
  name: 'top-up-assignments',
  schema: z.object({}),
  attempts: 5,
})
