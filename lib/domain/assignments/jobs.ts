import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Dancers wait for their tracks, so the job is not queued behind housekeeping. */
export const assignTracksJob = defineJob({
  queue: 'payments',
  name: 'assign-tracks',
  schema: z.object({ challengeId: z.uuid(), dancerId: z.uuid() }),
  attempts: 5,
})

/** Assigns missing tracks after a track's approval, and every minute, in case Redis lost a payment's job. */
export const assignMissingTracksJob = defineJob({
  queue: 'housekeeping',
  // The job's original name stays, because jobs enqueued by another release use it.
  name: 'top-up-assignments',
  attempts: 5,
})
