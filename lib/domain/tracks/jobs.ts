import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Read length and format of an uploaded track, so that officers can hear it; or refuse what is no MP3. */
export const readTrackJob = defineJob({
  queue: 'housekeeping',
  name: 'read-track',
  schema: z.object({ trackId: z.uuid() }),
  attempts: 6,
})

/** Find tracks that nobody reads any more: their job was lost, or failed as often as it may. */
export const sweepTracksJob = defineJob({
  queue: 'housekeeping',
  name: 'sweep-tracks',
  schema: z.object({}),
  attempts: 1,
})
