import { RuleError } from '#lib/core/errors.ts'

export const balanceTooLow = () => new RuleError('insufficient_balance', 400)

/** Sent to M-Pesa, or closed. */
export const notCancellable = () => new RuleError('not_cancellable', 409)

export const badCancelLink = () => new RuleError('bad_link.withdrawal', 400)
