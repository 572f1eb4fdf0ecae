import { trackLimitMessage } from '#lib/contract/tracks/rules.ts'
import { RuleError } from '#lib/core/errors.ts'
import { sentenceOf } from '#lib/core/sentence.ts'

export const kycRequired = () => new RuleError('kyc_required', 403)

export const trackLimitReached = (count: number, limit: number) =>
  new RuleError(sentenceOf(trackLimitMessage(count, limit)), 400, { limit, count })

/** 409: videos and assignments of an approved track must stay. */
export const trackIsApproved = () => new RuleError('track_approved', 409)

export const trackNotApproved = () => new RuleError('track_not_approved.retire', 409)

export const trackNotReady = () => new RuleError('track_processing', 409)

export const ownTrackDecision = () => new RuleError('own_track', 403)
