import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Dancers wait for their tracks, so the job is not queued behind housekeeping. */
export const assignTracksJob = defineJob({
  queue: 'payments',
  name: 'assign-tracks',
  schema: z.object({ challengeId: z.uuid(), dancerId: z.uuid() }),
  attempts: 5,
})

/** After a track was approved, or if Redis lost a payment's job. */
export const assignMissingTracksJob = defineJob({
  queue: 'housekeeping',
  // The first name stays: queued jobs use it while releases change.
  name: 'top-up-assignments',
  attempts: 5,
})
