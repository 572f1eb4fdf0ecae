import { z } from 'zod'
import { money } from '#lib/contract/call.ts'
import { missingRequirements } from '#lib/contract/kyc/calls.ts'
import { claim } from '#lib/contract/review/claims.ts'

/** Every refusal in one schema: which fields are there tells the case. */
export const errorBody = z.object({
  verification_required: z.array(z.string()).optional(),
  email: z.string().optional(),
  error: z.string().optional(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  detail: z.string().optional(),
  code: z.string().optional(),
  retry_after: z.number().optional(),
  request_id: z.string().optional(),
  /** The gift whose prompt is on that phone already. */
  gift_id: z.string().optional(),
  /** Who looks at it at this moment. */
  claim: claim.optional(),
  /** The fields and documents that are missing before an identity check can be submitted. */
  missing_requirements: missingRequirements.optional(),
  /** How many tracks a musician may have, and has. */
  limit: z.number().int().optional(),
  count: z.number().int().optional(),
  /** What a subscription costs now, in shillings, where that is more than the dancer was shown. */
  subscription_fee: money.optional(),
})

export type ErrorBody = z.infer<typeof errorBody>
