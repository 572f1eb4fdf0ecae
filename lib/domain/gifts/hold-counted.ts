import { now } from '#lib/core/clock.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { emit, runAll, type Tx } from '#lib/core/outbox.ts'
import { SIGNAL_HOLD } from '#lib/domain/fraud/policy.ts'
import { holdShares } from '#lib/domain/fraud/share-holds.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { refusedCredit } from '#lib/domain/payments/credit-by-hand.ts'
import { paymentsChanged } from '#lib/domain/payments/events.ts'
import type { TakenBack } from '#lib/domain/payments/reverse-credit.ts'
import { giftJournals } from './gift-journals.ts'
import { countVotes, giftPurpose } from './settlement.ts'
import { takeBackGift } from './take-back.ts'

/** The caller has locked gift and receipt. */
export type HeldPayment = { readonly intentId: string; readonly receipt: string }

/**
 * Holds a counted gift: the votes leave the video, and the money waits in suspense until super admins release
 * or refund it.
 * @throws NotFoundError
 * @throws RuleError not_a_gift, platform_short, month_closed, withdrawn, too_late (409): a gift that could
 *   not be released is not held
 */
export async function holdCountedGift(
  tx: Tx,
  { intentId, receipt }: HeldPayment,
  actor: string,
): Promise<TakenBack> {
  await requireCountable(tx, intentId)
  await tx.kysely
    .updateTable('paymentIntent')
    .set({ state: 'review', reviewReason: SIGNAL_HOLD })
    .where('id', '=', intentId)
    .execute()
  await tx.kysely
    .updateTable('mpesaReceipt')
    .set({ status: 'unmatched' })
    .where('receipt', '=', receipt)
    .where('status', 'in', ['credited', 'claimed'])
    .execute()
  const taken = await takeBackGift(tx, intentId, { actor, at: now(), isHold: true })
  await emit(tx, paymentsChanged, { intent_ids: [intentId] })
  return taken
}

/**
 * Refuses a gift that its video or month does not take any more. The month's close waits until the
 * transaction ends.
 */
async function requireCountable(tx: Tx, intentId: string) {
  const terms = (await giftPurpose.load(tx.client, [intentId])).get(intentId)
  const intent = await tx.kysely
    .selectFrom('paymentIntent')
    .select('paidAt')
    .where('id', '=', intentId)
    .executeTakeFirst()
  if (!terms || !intent?.paidAt) throw new NotFoundError()
  const objection = terms.objection(intent.paidAt)
  if (objection) throw refusedCredit(objection, terms.closed())
  return { terms, paidAt: intent.paidAt }
}

/**
 * Counts a held gift again: the journal returns exactly what the hold took from each account.
 * @throws NotFoundError
 * @throws RuleError not_possible, month_closed, withdrawn, too_late (409)
 */
export async function releaseHeldGift(
  tx: Tx,
  { intentId, receipt }: HeldPayment,
  actor: string,
): Promise<void> {
  const { terms, paidAt } = await requireCountable(tx, intentId)
  const journals = await giftJournals(tx, intentId)
  const taken = journals.at(-1)
  if (taken === undefined || journals.length % 2 !== 0) throw new RuleError('not_possible', 409)
  const entries = await tx.kysely
    .selectFrom('entry')
    .select(['accountId', 'amount'])
    .where('journalId', '=', taken)
    .execute()
  await tx.kysely
    .updateTable('mpesaReceipt')
    .set({ status: 'claimed' })
    .where('receipt', '=', receipt)
    .where('status', '=', 'unmatched')
    .execute()
  await tx.kysely
    .updateTable('paymentIntent')
    .set({ state: 'credited', reviewReason: null })
    .where('id', '=', intentId)
    .execute()
  await postJournals(tx.client, [
    {
      key: `release:${intentId}:${taken}`,
      type: 'gift_released',
      sourceType: 'payment_intent',
      sourceId: intentId,
      reversalOf: taken,
      actor,
      occurredAt: now(),
      entries: entries.map(({ accountId, amount }) => ({ accountId, amount: -amount })),
    },
  ])
  await holdShares(tx.client, [terms.what])
  // Balances are locked before the video, as in settlement.
  const { what, voteCount } = terms
  await runAll(tx, [countVotes([{ what, voteCount, paidAt }])])
  await emit(tx, paymentsChanged, { intent_ids: [intentId] })
}
