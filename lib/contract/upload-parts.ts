import { z } from 'zod'
import { timestamp } from './call.ts'

/** Links to PUT the missing parts, so that an upload continues after a lost connection. */
export const uploadParts = z.object({
  session_id: z.string(),
  /** For each PUT. */
  content_type: z.string(),
  expires_at: timestamp,
  parts: z.array(
    z.object({
      /** From 1, in the file's order. */
      number: z.number().int(),
      /** Bytes, exactly. */
      size: z.number().int(),
      /** Empty if the upload is complete: completing it again answers the file. */
      url: z.string(),
      is_stored: z.boolean(),
    }),
  ),
})
export type UploadParts = z.infer<typeof uploadParts>
