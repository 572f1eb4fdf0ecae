import type { JoinAnswer } from '#lib/contract/subscriptions.ts'
import { toShillings } from '#lib/core/money.ts'
import { followPrompt } from '#lib/domain/payments/follow-prompt.ts'
import { askForSubscription, type JoinOrder, subscribeFromWallet } from './commands.ts'
import { paybillOf } from './queries.ts'

/**
 * Joins a challenge and says what the dancer does next: look at the phone, pay by Paybill because no prompt can be
 * sent, or nothing, where the wallet has paid (design/api.md, Challenges).
 * @param order without a phone the wallet pays
 * @throws whatever `askForSubscription` and `subscribeFromWallet` throw
 */
export async function joinChallenge(order: JoinOrder & { readonly phone?: string }): Promise<JoinAnswer> {
  const { phone } = order
  return phone === undefined ? joinFromWallet(order) : joinByPrompt({ ...order, phone })
}

async function joinFromWallet(order: JoinOrder): Promise<JoinAnswer> {
  const amount = await subscribeFromWallet(order)
  return {
    success: true,
    payment_status: 'paid',
    amount: toShillings(amount),
    message: 'You are subscribed. Your tracks are on their way.',
    paybill: null,
  }
}

async function joinByPrompt(order: JoinOrder & { readonly phone: string }): Promise<JoinAnswer> {
  const { intentId, amount, accountReference } = await askForSubscription(order)
  const isRejected = (await followPrompt(intentId)) === 'rejected'
  return {
    success: true,
    payment_status: isRejected ? 'failed' : 'pending',
    amount: toShillings(amount),
    message: isRejected
      ? 'M-PESA can not send a prompt right now. You can pay by Paybill instead.'
      : 'Check your phone and enter your M-PESA PIN to approve the payment.',
    paybill: isRejected ? paybillOf(accountReference) : null,
  }
}
