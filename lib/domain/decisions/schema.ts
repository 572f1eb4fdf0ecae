import { z } from 'zod'
import { comparedKycFields } from '#lib/contract/kyc/requirements.ts'
import type { DecidedSubject, Decider } from '#lib/domain/review/schema.ts'

/** What a decision about an identity has beside its reason, as it is stored. */
export const kycDetails = z.object({
  field_reasons: z.record(z.string(), z.string()).default({}),
  internal_note: z.string().default(''),
  matched_fields: z.array(z.enum(comparedKycFields)).default([]),
  /** Of the submission that the officer has opened, so that it is compared again when the decision takes effect. */
  kyc_submitted_at: z.iso.datetime().nullish(),
})

/** What any decision has beside its reason, as it is stored. */
export const decisionDetails = kycDetails.extend({
  /** The score of a signal that the officer has looked at. */
  seen: z.number().int().optional(),
})
export type DecisionDetails = z.output<typeof decisionDetails>

/** A decision before it takes effect. */
export type Decision = {
  readonly subject: DecidedSubject
  readonly action: 'approve' | 'reject'
  /** For the owner, never empty if it is rejected; of a signal the note. */
  readonly reason: string
  readonly details: DecisionDetails
  readonly officer: Decider
  /** The network address the officer's request came from. */
  readonly address: string
}

/** Of decisions about tracks, videos and comments. */
export const noDetails: DecisionDetails = decisionDetails.parse({})
