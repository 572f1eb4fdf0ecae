import { RuleError } from '#lib/core/errors.ts'

/** Nothing was uploaded yet. The session stays open. */
export const notArrived = () => new RuleError('upload_missing')

export const newerCheckRunning = () => new RuleError('upload_in_progress', 409)

/** The session stays open. */
export const tooManyAtOnce = () =>
  new RuleError('busy', 503, {
    retry_after: 60,
  })

/** A newer upload of the file or document counts. */
export const replacedUpload = () => new RuleError('upload_replaced', 409)

export const expiredUpload = () => new RuleError('upload_expired')
