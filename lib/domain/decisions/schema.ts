import { z } from 'zod'
import { comparedKycFields } from '#lib/contract/kyc/requirements.ts'
import type { DecidedSubject, Decider } from '#lib/domain/review/schema.ts'

/** The stored details of a decision about an identity. */
export const kycDetails = z.object({
  field_reasons: z.record(z.string(), z.string()).default({}),
  internal_note: z.string().default(''),
  matched_fields: z.array(z.enum(comparedKycFields)).default([]),
  /** Of the submission that the officer saw, compared again when the decision takes effect. */
  kyc_submitted_at: z.iso.datetime().nullish(),
})

/** The stored details of any decision. */
export const decisionDetails = kycDetails.extend({
  /** The score of a signal that the officer saw. */
  seen: z.number().int().optional(),
})
export type DecisionDetails = z.output<typeof decisionDetails>

export type Decision = {
  readonly subject: DecidedSubject
  readonly action: 'approve' | 'reject'
  /** For the owner, never empty for a rejection; the note of a signal. */
  readonly reason: string
  readonly details: DecisionDetails
  readonly officer: Decider
  /** The client's network address. */
  readonly address: string
}

/** For decisions about tracks, videos and comments. */
export const noDetails: DecisionDetails = decisionDetails.parse({})
