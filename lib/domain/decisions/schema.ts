import { z } from 'zod'
import { comparedKycFields } from '#lib/contract/kyc/requirements.ts'
import type { Decider, ReviewSubject } from '#lib/domain/review/schema.ts'

/** What a decision about an identity has beside its reason, as it is stored. */
export const kycDetails = z.object({
  field_reasons: z.record(z.string(), z.string()).default({}),
  internal_note: z.string().default(''),
  matched_fields: z.array(z.enum(comparedKycFields)).default([]),
  /** Of the submission that the officer has opened, so that it is compared again when the decision takes effect. */
  kyc_submitted_at: z.iso.datetime().nullish(),
})
export type KycDetails = z.output<typeof kycDetails>

/** A decision before it takes effect. */
export type Decision = {
  readonly subject: ReviewSubject
  readonly action: 'approve' | 'reject'
  /** For the owner; never empty where it is rejected. */
  readonly reason: string
  readonly details: KycDetails
  readonly officer: Decider
  /** The network address the officer's request came from. */
  readonly address: string
}

/** Of decisions about tracks and videos. */
export const noDetails: KycDetails = kycDetails.parse({})
