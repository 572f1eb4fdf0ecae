import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Give a dancer whose subscription is paid their tracks: they are waiting, so it is not behind housekeeping. */
export const assignTracksJob = defineJob({
  queue: 'payments',
  name: 'assign-tracks',
  schema: z.object({ challengeId: z.uuid(), dancerId: z.uuid() }),
  attempts: 5,
})

/**
 * Give everybody who has fewer tracks than they should what the pool has now: a track was approved, or Redis has lost what
 * a payment had ordered.
 */
export const topUpAssignmentsJob = defineJob({
  queue: 'housekeeping',
  name: 'top-up-assignments',
  schema: z.object({}),
  attempts: 5,
})
