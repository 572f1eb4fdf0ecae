import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Reads length and format of an uploaded track, so that officers can hear it, and refuses what is no MP3. */
export const readTrackJob = defineJob({
  queue: 'housekeeping',
  name: 'read-track',
  schema: z.object({ trackId: z.uuid() }),
  attempts: 6,
  // sweepTracksJob orders it every five minutes.
  isFor: ({ trackId }) => trackId,
})

/** Finds tracks that nobody reads any more, because their job was lost or has failed for good. */
export const sweepTracksJob = defineJob({ queue: 'housekeeping', name: 'sweep-tracks', attempts: 1 })
