import { now } from '#lib/core/clock.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { countRows } from '#lib/core/kysely.ts'
import { runAll, type Tx } from '#lib/core/outbox.ts'
import type { PlainKey } from '#lib/core/sentence.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import { loadTerms } from './lock-batch.ts'
import { isVideoRemoval } from './policy.ts'
import type { ClosedPurpose, PurposeHandlers } from './purpose.ts'
import type { PaidEvidence, ReviewReason } from './schema.ts'
import { applyPurchases, lastOfBook, writesOfBook } from './settle.ts'
import { openBook } from './settlement-book.ts'
import { lockIntents, lockReceipts } from './settlement-rows.ts'

/**
 * Credits a payment by decision of two people, with the journal of a settlement; takes the money from
 * suspense if it is there. Overrules a hold, but not the purpose's objection.
 * @param paid a receipt in suspense, or one that people saw at M-Pesa (`source: 'desk'`)
 * @param actor the id of the confirming person
 * @throws NotFoundError
 * @throws RuleError not_for_people, other_amount, receipt_used, given_back, taken_back, withdrawn,
 *   already_paid, month_closed, submissions_closed, account_closed, launch_over, too_late (409)
 */
export async function creditByHand(
  tx: Tx,
  handlers: PurposeHandlers,
  { intentId, paid, actor }: { intentId: string; paid: PaidEvidence; actor: string },
): Promise<void> {
  const { client } = tx
  const receipts = await lockReceipts(client, [paid.receipt])
  const intents = await lockIntents(client, [intentId])
  const intent = intents.get(intentId)
  const terms = (await loadTerms(client, handlers, intents.values())).get(intentId)
  if (!intent || !terms) throw new NotFoundError()
  if (intent.state !== 'review' && intent.state !== 'unresolved') throw new RuleError('not_for_people', 409)
  const known = receipts.get(paid.receipt)
  if (known && (known.status !== 'unmatched' || (known.intentId !== null && known.intentId !== intentId)))
    throw new RuleError('receipt_used', 409)
  if (known?.isReversed) throw givenBack()
  if ((known ?? paid).amount !== intent.amount) throw new RuleError('other_amount', 409)
  if (await wasCredited(tx, intentId)) throw new RuleError('taken_back', 409)
  const objection = terms.objection(paid.paidAt)
  if (objection) throw refusedCredit(objection, terms.closed())
  const accounts = await systemAccounts()
  const book = openBook(
    intents,
    receipts,
    {
      collection: systemAccount(accounts, 'mpesa_collection'),
      suspense: systemAccount(accounts, 'suspense'),
      platform: systemAccount(accounts, 'platform_revenue'),
      actor,
    },
    now(),
  )
  const from = known ? 'suspense' : 'mpesa_collection'
  book.apply(intent, { kind: 'credit', paidAt: paid.paidAt, from }, paid, terms)
  await runAll(tx, writesOfBook(book))
  await applyPurchases(handlers, book)?.(tx)
  await runAll(tx, lastOfBook(handlers, book))
}

/** Error while two people have not decided about a reversal of the payment in M-Pesa's statement. */
export const givenBack = () => new RuleError('given_back', 409)

const closedKeys = {
  month: 'month_closed.payment',
  submissions: 'submissions_closed.payment',
  account: 'account_closed',
  launch_offer: 'launch_over',
  launch_slots: 'launch_over.slots',
} as const satisfies Record<ClosedPurpose, PlainKey>

/** @param closed what has closed since the order, if that is the objection */
export function refusedCredit(objection: ReviewReason, closed: ClosedPurpose | null): RuleError {
  if (closed && objection !== 'paid_twice') return new RuleError(closedKeys[closed], 409)
  if (isVideoRemoval(objection)) return new RuleError('withdrawn', 409)
  return objection === 'paid_twice' ? new RuleError('already_paid', 409) : new RuleError('too_late', 409)
}

/** Whether the payment was ever credited: the key of a credit's journal stays used after a reversal. */
async function wasCredited(tx: Tx, intentId: string): Promise<boolean> {
  return (
    (await countRows(tx.kysely.selectFrom('journal').where('idempotencyKey', '=', `intent:${intentId}`))) > 0
  )
}
