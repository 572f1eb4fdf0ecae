import { RuleError } from '#lib/core/errors.ts'

/** Nothing was uploaded through the link yet. The session stays open. */
export const notArrived = () => new RuleError('upload_missing')

/** Another call checks the same file now. */
export const newerCheckRunning = () => new RuleError('upload_in_progress', 409)

/** Too many documents wait to be opened. The session stays open. */
export const tooManyAtOnce = () =>
  new RuleError('busy', 503, {
    retry_after: 60,
  })

/** A newer upload of the same file, or for the same document, was begun, and that one counts. */
export const replacedUpload = () => new RuleError('upload_replaced', 409)

/** The upload was not completed in time. */
export const expiredUpload = () => new RuleError('upload_expired')
