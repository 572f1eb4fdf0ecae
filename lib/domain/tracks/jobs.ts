import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

export const readTrackJob = defineJob({
  queue: 'housekeeping',
  name: 'read-track',
  schema: z.object({ trackId: z.uuid() }),
  attempts: 6,
  // One job per track: sweepTracksJob enqueues late tracks again every five minutes.
  isFor: ({ trackId }) => trackId,
})

/** Enqueues `readTrackJob` again for tracks whose job was lost or became a dead letter. */
export const sweepTracksJob = defineJob({ queue: 'housekeeping', name: 'sweep-tracks', attempts: 1 })
