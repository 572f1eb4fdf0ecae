import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Asks YouTube about a submitted video. `tries` is how often that was done before. */
export const fetchMetadataJob = defineJob({
  queue: 'housekeeping',
  name: 'fetch-metadata',
  schema: z.object({ videoId: z.uuid(), tries: z.number().int().min(0) }),
  attempts: 3,
})

/** Asks YouTube again about videos of the last days that it has not answered about, whatever became of their own jobs. */
export const catchUpMetadataJob = defineJob({ queue: 'housekeeping', name: 'catch-up-metadata', attempts: 1 })

/** Hundreds of pictures can be due at once. The documents of people who wait for their check go first. */
const AFTER_DOCUMENTS = 1

/** Draws the picture of an approved video in the sizes that browsers get. */
export const drawStillsJob = defineJob({
  queue: 'pictures',
  name: 'draw-stills',
  schema: z.object({ videoId: z.uuid() }),
  attempts: 3,
  priority: AFTER_DOCUMENTS,
})

/**
 * Deletes the drawn pictures of videos that are not shown any more. Nothing else looks for them, so it is tried for two hours.
 */
export const deleteStillsJob = defineJob({
  queue: 'pictures',
  name: 'delete-stills',
  schema: z.object({ videoIds: z.array(z.uuid()) }),
  attempts: 14,
})
