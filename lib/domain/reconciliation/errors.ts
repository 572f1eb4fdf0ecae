import { RuleError } from '#lib/core/errors.ts'

/** Is thrown where a case was decided, or settled by an answer of M-Pesa, meanwhile. */
export const gone = () => new RuleError('not_possible', 'That can not be done about this any more.', 409)

export const receiptUsed = () =>
  new RuleError('receipt_used', 'This receipt belongs to another payment.', 409)

export const differenceChanged = () =>
  new RuleError('not_possible', 'This difference has changed. Look at it again.', 409)
