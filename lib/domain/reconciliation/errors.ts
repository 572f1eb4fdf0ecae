import { RuleError } from '#lib/core/errors.ts'

/** Is thrown where a case was decided, or settled by an answer of M-Pesa, meanwhile. */
export const gone = () => new RuleError('not_possible', 409)

export const receiptUsed = () => new RuleError('receipt_used', 409)
