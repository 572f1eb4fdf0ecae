import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

export const checkDocumentJob = defineJob({
  queue: 'pictures',
  name: 'check-document',
  schema: z.object({ documentId: z.uuid() }),
  attempts: 3,
  isFor: ({ documentId }) => documentId,
})

/** Enqueues checks of documents whose job was lost. */
export const sweepDocumentsJob = defineJob({ queue: 'housekeeping', name: 'sweep-documents', attempts: 1 })
