import { z } from 'zod'
import { comparedKycFields } from '#lib/contract/kyc/requirements.ts'
import type { DecidedSubject, Decider } from '#lib/domain/review/schema.ts'

export const kycDetails = z.object({
  field_reasons: z.record(z.string(), z.string()).default({}),
  internal_note: z.string().default(''),
  matched_fields: z.array(z.enum(comparedKycFields)).default([]),
  /** The time of the submission that the officer saw, compared again when the decision takes effect. */
  kyc_submitted_at: z.iso.datetime().nullish(),
})

export const decisionDetails = kycDetails.extend({
  /** The score of a signal that the officer saw. */
  seen: z.number().int().optional(),
})
export type DecisionDetails = z.output<typeof decisionDetails>

export type Decision = {
  readonly subject: DecidedSubject
  readonly action: 'approve' | 'reject'
  /** The reason for the subject's owner, not empty for a rejection; for a signal, the officer's note. */
  readonly reason: string
  readonly details: DecisionDetails
  readonly officer: Decider
  /** The client's network address. */
  readonly address: string
}

/** For decisions about tracks, videos and comments. */
export const noDetails: DecisionDetails = decisionDetails.parse({})
