import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Opens a document that was not opened yet, and converts a picture that browsers cannot show. */
export const checkDocumentJob = defineJob({
  queue: 'pictures',
  name: 'check-document',
  schema: z.object({ documentId: z.uuid() }),
  attempts: 3,
  isFor: ({ documentId }) => documentId,
})

/** Orders the check of documents that wait for it because their job was lost. */
export const sweepDocumentsJob = defineJob({ queue: 'housekeeping', name: 'sweep-documents', attempts: 1 })
