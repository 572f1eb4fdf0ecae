import { RuleError } from '#lib/core/errors.ts'

export const balanceTooLow = () => new RuleError('insufficient_balance', 400)

/** The payout was sent to M-Pesa, or is closed. */
export const notCancellable = () => new RuleError('not_cancellable', 409)

export const badCancelLink = () => new RuleError('bad_link.withdrawal', 400)
