import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Gives a dancer who has paid their tracks. They are waiting for them, so the job is not queued behind housekeeping. */
export const assignTracksJob = defineJob({
  queue: 'payments',
  name: 'assign-tracks',
  schema: z.object({ challengeId: z.uuid(), dancerId: z.uuid() }),
  attempts: 5,
})

/**
 * Gives everybody who has fewer tracks than they should what the pool has now, after a track was approved or Redis has lost
 * a job of a payment.
 */
export const fillUpAssignmentsJob = defineJob({
  queue: 'housekeeping',
  name: 'top-up-assignments',
  attempts: 5,
})
