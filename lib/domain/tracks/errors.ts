import { trackLimitMessage } from '#lib/contract/tracks/rules.ts'
import { RuleError } from '#lib/core/errors.ts'
import { sentenceOf } from '#lib/core/sentence.ts'

/** 403: the musician needs an approved KYC. */
export const kycRequired = () => new RuleError('kyc_required', 403)

/** 400 with `limit` and `count`. */
export const trackLimitReached = (count: number, limit: number) =>
  new RuleError(sentenceOf(trackLimitMessage(count, limit)), 400, { limit, count })

/** 409: videos and assignments of an approved track must stay. */
export const trackIsApproved = () => new RuleError('track_approved', 409)

/** 409: the track is not in the pool. */
export const trackNotApproved = () => new RuleError('track_not_approved.retire', 409)

/** 409: the worker has not read the file yet. */
export const trackNotReady = () => new RuleError('track_processing', 409)

/** 403: officers must not decide about their own track. */
export const ownTrackDecision = () => new RuleError('own_track', 403)
