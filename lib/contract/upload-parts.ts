import { z } from 'zod'
import { timestamp } from './call.ts'

/** Links to PUT a file in parts, and which of them have arrived: whoever lost the line goes on with the others. */
export const uploadParts = z.object({
  session_id: z.string(),
  /** The type that the PUT of each part has to name. */
  content_type: z.string(),
  expires_at: timestamp,
  parts: z.array(
    z.object({
      /** From 1, in the order of the file. */
      number: z.number().int(),
      /** Bytes: the link takes exactly as many. */
      size: z.number().int(),
      /** Empty where the upload is complete: it has all its parts, and completing it again answers its file. */
      url: z.string(),
      is_stored: z.boolean(),
    }),
  ),
})
export type UploadParts = z.infer<typeof uploadParts>
