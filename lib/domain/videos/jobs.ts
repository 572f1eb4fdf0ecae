import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** `tries` counts earlier jobs for the video, to which YouTube did not answer. */
export const fetchMetadataJob = defineJob({
  queue: 'housekeeping',
  name: 'fetch-metadata',
  schema: z.object({ videoId: z.uuid(), tries: z.number().int().min(0) }),
  attempts: 3,
})

/** Retries for recent videos without metadata, even if their own jobs were lost or failed. */
export const catchUpMetadataJob = defineJob({ queue: 'housekeeping', name: 'catch-up-metadata', attempts: 1 })

/** Hundreds of pictures may be due: conversions of KYC documents in the same queue go first. */
const AFTER_DOCUMENTS = 1

export const drawStillsJob = defineJob({
  queue: 'pictures',
  name: 'draw-stills',
  schema: z.object({ videoId: z.uuid() }),
  attempts: 3,
  priority: AFTER_DOCUMENTS,
})

/** Deletes pictures of withdrawn videos. No sweep finds these files, so the job retries for two hours. */
export const deleteStillsJob = defineJob({
  queue: 'pictures',
  name: 'delete-stills',
  schema: z.object({ videoIds: z.array(z.uuid()) }),
  attempts: 14,
})
