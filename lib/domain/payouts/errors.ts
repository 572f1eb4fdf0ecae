import { RuleError } from '#lib/core/errors.ts'

export const balanceTooLow = () =>
  new RuleError('insufficient_balance', 'You can not withdraw more than your available balance.', 400)

/** The payout was sent to M-Pesa, or is over. */
export const notCancellable = () =>
  new RuleError('not_cancellable', 'This withdrawal can not be cancelled any more.', 409)

export const badCancelLink = () => new RuleError('bad_link', 'This link is not valid.', 400)
