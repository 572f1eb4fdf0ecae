import type { AdminPayment, ResolutionActionName } from '#lib/contract/reconciliation/calls.ts'

/** Which words an action has (messages, `AdminPayments.actions`), by what it is about. */
export function actionKey(
  { kind, status }: Pick<AdminPayment, 'kind' | 'status'>,
  action: ResolutionActionName,
) {
  if (status === 'contradiction' && action === 'found_paid') return 'book_paid'
  if (status !== 'reversed') return action
  if (action === 'close') return 'dismiss'
  if (action === 'refund') return kind === 'reversal' ? 'name' : 'take_back'
  return action
}
