import { z } from 'zod'
import { claim } from '#lib/contract/review/claims.ts'

/** The error shapes of design/api.md, in one schema: which fields are there tells the case. */
export const errorBody = z.object({
  verification_required: z.array(z.string()).optional(),
  email: z.string().optional(),
  error: z.string().optional(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  detail: z.string().optional(),
  code: z.string().optional(),
  retry_after: z.number().optional(),
  request_id: z.string().optional(),
  gift_id: z.string().optional(),
  claim: claim.optional(),
})

export type ErrorBody = z.infer<typeof errorBody>
