import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Assigns a dancer who has paid their tracks. They wait for them, so the job is not queued behind housekeeping. */
export const assignTracksJob = defineJob({
  queue: 'payments',
  name: 'assign-tracks',
  schema: z.object({ challengeId: z.uuid(), dancerId: z.uuid() }),
  attempts: 5,
})

/**
 * Assigns tracks to everybody who has fewer than they should, after a track was approved or Redis has lost a job of a
 * payment.
 */
export const assignMissingTracksJob = defineJob({
  queue: 'housekeeping',
  // Its first name stays, because jobs wait under it in Redis and in the outbox while releases change.
  name: 'top-up-assignments',
  attempts: 5,
})
