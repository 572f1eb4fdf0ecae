import { trackLimitMessage } from '#lib/contract/tracks/rules.ts'
import { RuleError } from '#lib/core/errors.ts'

/** 403: only those whose identity is approved may upload. */
export const kycRequired = () => new RuleError('kyc_required', 'KYC approval is required.', 403)

/** 400 with `limit` and `count`: the musician has as many tracks as are allowed. */
export const trackLimitReached = (count: number, limit: number) =>
  new RuleError('track_limit_reached', trackLimitMessage(count, limit), 400, { limit, count })

/** 409: videos and assignments of an approved track have to stay. */
export const trackIsApproved = () =>
  new RuleError('track_approved', 'Approved tracks cannot be deleted. Retire the track instead.', 409)

/** 409: only an approved track is in the pool and can be taken out of it. */
export const trackNotApproved = () =>
  new RuleError('track_not_approved', 'Only approved tracks can be retired.', 409)

/** 409: the worker has not read the file yet. */
export const trackNotReady = () =>
  new RuleError('track_processing', 'This track is still being read. Try again in a minute.', 409)

/** 403: nobody decides about their own track. */
export const ownTrackDecision = () =>
  new RuleError('own_track', 'You cannot decide about your own track.', 403)
