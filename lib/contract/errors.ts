import { z } from 'zod'
import { money } from '#lib/contract/call.ts'
import { missingRequirements } from '#lib/contract/kyc/calls.ts'
import { claim } from '#lib/contract/review/claims.ts'

/** The body of every refusal; which fields it has depends on the error. */
export const errorBody = z.object({
  verification_required: z.array(z.string()).optional(),
  email: z.string().optional(),
  error: z.string().optional(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  detail: z.string().optional(),
  code: z.string().optional(),
  retry_after: z.number().optional(),
  request_id: z.string().optional(),
  /** The gift whose prompt is already on that phone. */
  gift_id: z.string().optional(),
  /** The officer who has claimed it. */
  claim: claim.optional(),
  missing_requirements: missingRequirements.optional(),
  limit: z.number().int().optional(),
  count: z.number().int().optional(),
  /** The current fee in shillings, if it is higher than the dancer was shown. */
  subscription_fee: money.optional(),
})

export type ErrorBody = z.infer<typeof errorBody>
