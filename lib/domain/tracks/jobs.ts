import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Read length and format, so that officers can hear the track; refuse other files than MP3. */
export const readTrackJob = defineJob({
  queue: 'housekeeping',
  name: 'read-track',
  schema: z.object({ trackId: z.uuid() }),
  attempts: 6,
  // sweepTracksJob enqueues it every five minutes.
  isFor: ({ trackId }) => trackId,
})

/** For tracks whose job was lost or became a dead letter. */
export const sweepTracksJob = defineJob({ queue: 'housekeeping', name: 'sweep-tracks', attempts: 1 })
