import { RuleError } from '#lib/core/errors.ts'

/** The file or a part is not uploaded yet. The session stays open. */
export const notArrived = () => new RuleError('upload_missing')

export const newerCheckRunning = () => new RuleError('upload_in_progress', 409)

/** Too many checks wait. The session stays open. */
export const tooManyAtOnce = () =>
  new RuleError('busy', 503, {
    retry_after: 60,
  })

/** A newer upload of the same file or document has replaced this one. */
export const replacedUpload = () => new RuleError('upload_replaced', 409)

export const expiredUpload = () => new RuleError('upload_expired')
