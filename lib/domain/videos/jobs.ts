import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** `tries` counts earlier attempts. */
export const fetchMetadataJob = defineJob({
  queue: 'housekeeping',
  name: 'fetch-metadata',
  schema: z.object({ videoId: z.uuid(), tries: z.number().int().min(0) }),
  attempts: 3,
})

/** For recent videos without metadata, whatever became of their jobs. */
export const catchUpMetadataJob = defineJob({ queue: 'housekeeping', name: 'catch-up-metadata', attempts: 1 })

/** Hundreds of pictures may be due; documents of people who wait for their KYC go first. */
const AFTER_DOCUMENTS = 1

export const drawStillsJob = defineJob({
  queue: 'pictures',
  name: 'draw-stills',
  schema: z.object({ videoId: z.uuid() }),
  attempts: 3,
  priority: AFTER_DOCUMENTS,
})

/** Nothing else finds them, so it retries for two hours. */
export const deleteStillsJob = defineJob({
  queue: 'pictures',
  name: 'delete-stills',
  schema: z.object({ videoIds: z.array(z.uuid()) }),
  attempts: 14,
})
