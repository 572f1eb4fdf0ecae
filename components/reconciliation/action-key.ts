import type { AdminPayment, ResolutionActionName } from '#lib/contract/reconciliation/calls.ts'

/** The key in `AdminPayments.actions`, by subject. */
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
