import { trackLimitMessage } from '#lib/contract/tracks/rules.ts'
import { RuleError } from '#lib/core/errors.ts'

/** 403: uploading is for those whose identity is known (spec 1, section 4). */
export function kycRequired(): RuleError {
  return new RuleError('kyc_required', 'KYC approval is required.', 403)
}

/** 400 with `limit` and `count`: one has to go before another fits. */
export function trackLimitReached(count: number, limit: number): RuleError {
  return new RuleError('track_limit_reached', trackLimitMessage(count, limit), 400, { limit, count })
}

/** 409: what was danced to it, and who was given it, has to stay (spec 2, section 4). */
export function trackIsApproved(): RuleError {
  return new RuleError('track_approved', 'Approved tracks cannot be deleted. Retire the track instead.', 409)
}

/** 409: only what is in the pool can be taken out of it. */
export function trackNotApproved(): RuleError {
  return new RuleError('track_not_approved', 'Only approved tracks can be retired.', 409)
}

/** 409: somebody was faster, or it was decided long ago. */
export function trackAlreadyDecided(): RuleError {
  return new RuleError('already_decided', 'This track has already been decided.', 409)
}

/** 409: the worker has not read the file yet. */
export function trackNotReady(): RuleError {
  return new RuleError('track_processing', 'This track is still being read. Try again in a minute.', 409)
}

/** 403: nobody decides about themselves. */
export function ownTrackDecision(): RuleError {
  return new RuleError('own_track', 'You cannot decide about your own track.', 403)
}

/** What a musician is told of a file that was no MP3 inside. */
export const NO_MP3_INSIDE =
  'The file is not an MP3, whatever its name says. Please upload an MP3 audio file (.mp3)'
/** Of one that is not in the store. */
export const FILE_MISSING = 'The file did not arrive. Please upload it again.'
/** Of one that could not be read in a whole day. */
export const FILE_UNREADABLE = 'We could not read the file. Please upload it again.'
