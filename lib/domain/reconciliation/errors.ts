import { RuleError } from '#lib/core/errors.ts'

/** A concurrent decision, or an answer of M-Pesa, has settled the case. */
export const gone = () => new RuleError('not_possible', 409)

export const receiptUsed = () => new RuleError('receipt_used', 409)
