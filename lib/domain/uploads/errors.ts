import { RuleError } from '#lib/core/errors.ts'

/** Nothing was uploaded through the link yet. The session stays open. */
export const notArrived = () =>
  new RuleError('upload_missing', 'The file has not arrived. Please upload it again.')

/** The file is not as it was announced, and is deleted. */
export const refusedFile = (sentence: string) => new RuleError('upload_refused', sentence)

/** Another call checks the same file now. */
export const newerCheckRunning = () =>
  new RuleError('upload_in_progress', 'This file is being checked. Please wait a moment.', 409)

/** Too many documents wait to be opened. The session stays open. */
export const tooManyAtOnce = () =>
  new RuleError('busy', 'Many documents are being checked. Please try again in a minute.', 503, {
    retry_after: 60,
  })

/** A newer upload of the same file, or for the same document, was begun, and that one counts. */
export const replacedUpload = () =>
  new RuleError('upload_replaced', 'This upload was replaced by a newer one. Please complete that one.', 409)

/** The upload was not completed in time. */
export const expiredUpload = () =>
  new RuleError('upload_expired', 'This upload has expired. Please select the file again.')
