import type { GivenJoinAnswer } from '#lib/contract/subscriptions/calls.ts'
import { toShillings } from '#lib/core/money.ts'
import { say } from '#lib/core/sentence.ts'
import { networkMark } from '#lib/domain/fraud/network-mark.ts'
import { followPrompt, orderedSentence } from '#lib/domain/payments/order-prompt.ts'
import { askForSubscription, type JoinOrder, type PromptedJoin, subscribeFromWallet } from './commands.ts'
import { paybillOf } from './queries.ts'

/**
 * Requests or makes a dancer's payment. Returns the next step: check the phone, pay by Paybill if there is no
 * prompt, or none after a payment from the wallet (docs/api.md, Challenges).
 * @param order without `phone` the wallet pays; `address` is the client's IP address
 * @throws as `askForSubscription` and `subscribeFromWallet`
 */
export async function joinChallenge(
  order: JoinOrder & { readonly phone?: string; readonly address: string },
): Promise<GivenJoinAnswer> {
  const { phone, address } = order
  if (phone === undefined) return joinFromWallet(order)
  return joinByPrompt({ ...order, phone, network: networkMark(address) })
}

async function joinFromWallet(order: JoinOrder): Promise<GivenJoinAnswer> {
  const amount = await subscribeFromWallet(order)
  return {
    success: true,
    payment_status: 'paid',
    amount: toShillings(amount),
    message: say('subscribed'),
    paybill: null,
    prompt: 'none',
  }
}

async function joinByPrompt(order: PromptedJoin): Promise<GivenJoinAnswer> {
  const { intentId, amount, accountReference } = await askForSubscription(order)
  const followed = await followPrompt(intentId)
  const { state, waitSeconds } = followed
  const isRejected = state === 'rejected'
  const isUnsure = state === 'submit_unknown' || state === 'submitting'
  return {
    success: true,
    payment_status: isRejected ? 'failed' : 'pending',
    amount: toShillings(amount),
    message: orderedSentence(followed),
    paybill: isRejected || isUnsure ? paybillOf(accountReference, amount) : null,
    prompt: isRejected || waitSeconds !== null ? 'none' : isUnsure ? 'unsure' : 'sent',
  }
}
