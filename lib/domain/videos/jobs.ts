import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Ask YouTube about a submitted video. `tries` is how often that was done already. */
export const fetchMetadataJob = defineJob({
  queue: 'housekeeping',
  name: 'fetch-metadata',
  schema: z.object({ videoId: z.uuid(), tries: z.number().int().min(0) }),
  attempts: 3,
})

/** Ask YouTube again about videos of the last days of which it has not told, whatever became of their own jobs. */
export const catchUpMetadataJob = defineJob({
  queue: 'housekeeping',
  name: 'catch-up-metadata',
  schema: z.object({}),
  attempts: 1,
})
