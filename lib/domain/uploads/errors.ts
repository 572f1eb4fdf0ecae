import { RuleError } from '#lib/core/errors.ts'

/** Nothing lies behind the link yet. The session stays open. */
export function notArrived(): RuleError {
  return new RuleError('upload_missing', 'The file has not arrived. Please upload it again.')
}

/** What came is not what was announced, and is deleted. */
export function refusedFile(sentence: string): RuleError {
  return new RuleError('upload_refused', sentence)
}

/** Another call has begun to check the same file. */
export function checkedElsewhere(): RuleError {
  return new RuleError('upload_in_progress', 'This file is being checked. Please wait a moment.', 409)
}

/** The same file was begun anew since: the newer upload is the one that counts. */
export function replacedUpload(): RuleError {
  return new RuleError(
    'upload_replaced',
    'This upload was replaced by a newer one of the same file. Please complete that one.',
    409,
  )
}

/** It was not completed in time. */
export function expiredUpload(): RuleError {
  return new RuleError('upload_expired', 'This upload has expired. Please select the file again.')
}
