import type { AdminPayment, ResolutionActionName } from '#lib/contract/reconciliation/calls.ts'

/** Key of an action's words in `AdminPayments.actions`: some actions have other words for some cases. */
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
