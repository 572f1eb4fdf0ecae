import { now } from '#lib/core/clock.ts'
import { violatedConstraint } from '#lib/core/db.ts'
import { emit, type Tx } from '#lib/core/outbox.ts'
import { countUnmatched } from '#lib/domain/gifts/claim.ts'
import { takeBackGift } from '#lib/domain/gifts/take-back.ts'
import { FOUND_UNPAID } from '#lib/domain/outgoing/evidence.ts'
import { inFlightStates } from '#lib/domain/outgoing/schema.ts'
import { creditByHand } from '#lib/domain/payments/credit-by-hand.ts'
import { paymentsChanged } from '#lib/domain/payments/events.ts'
import type { PaidEvidence } from '#lib/domain/payments/schema.ts'
import { isOneOf } from '#lib/domain/payments/states.ts'
import { lockPayout } from '#lib/domain/payouts/rows.ts'
import { failPayout, payPayout } from '#lib/domain/payouts/settle.ts'
import { completeRefund, failRefund } from '#lib/domain/refunds/close.ts'
import { requestRefund } from '#lib/domain/refunds/request.ts'
import { changeRefund, lockLiveRefund } from '#lib/domain/refunds/rows.ts'
import { purposes } from '#lib/domain/settlement/purposes.ts'
import { isAsProposed } from './as-proposed.ts'
import { bookReleasedPayout } from './book-released.ts'
import { gone, receiptUsed } from './errors.ts'
import { lockPayment, lockReceipt } from './lock-case.ts'
import type { Details, OpenProposal } from './proposals.ts'
import {
  CLOSED_BY_PEOPLE,
  type Money,
  type PaymentSubject,
  type PayoutSubject,
  type ReceiptSubject,
  type RefundView,
  type Subject,
} from './schema.ts'
import {
  dismissReversal,
  nameReversed,
  type Reversed,
  takeBackReversed,
  unlinkReversal,
} from './settle-reversal.ts'
import { settleUnproven } from './settle-unproven.ts'
import { requireNotOutgoing, requireUnused } from './used-receipts.ts'
import { writeOff } from './write-off.ts'

/** What was done, for the audit. */
type Done = Readonly<Record<string, unknown>>

/**
 * Carries out a confirmed action in the confirmation's transaction. Locks and checks the state again, because
 * an answer of M-Pesa may have changed it.
 * @throws RuleError if the action is not possible any more
 */
export async function performAction(
  tx: Tx,
  subject: Subject,
  proposal: OpenProposal,
  actor: string,
): Promise<Done> {
  if (isReversed(subject)) return actOnReversed(tx, subject, proposal, actor)
  switch (subject.kind) {
    case 'payment':
      return actOnPayment(tx, subject, proposal, actor)
    case 'receipt':
      return actOnReceipt(tx, subject, proposal, actor)
    case 'payout':
      return actOnPayout(tx, subject, proposal, actor)
    case 'difference':
      // A cash journal resolves a difference (lib/domain/cash).
      throw gone()
    case 'reversal':
      return proposal.action === 'close'
        ? dismissReversal(tx, subject.receipt)
        : nameReversed(tx, subject, proposal.details.receipt)
    case 'alert':
      return bookReleasedPayout(tx, subject, proposal.details, actor)
  }
}

/** Whether M-Pesa itself reversed the payment. A refund with a problem takes precedence. */
function isReversed(subject: Subject): subject is Reversed {
  if (subject.kind !== 'payment' && subject.kind !== 'receipt') return false
  return subject.reversal !== null && (subject.refund?.problem ?? '') === ''
}

async function actOnReversed(
  tx: Tx,
  subject: Reversed,
  { action, details }: OpenProposal,
  actor: string,
): Promise<Done> {
  if (action === 'close') return dismissReversal(tx, subject.reversal.receipt)
  if (action === 'unlink') return unlinkReversal(tx, subject)
  if (subject.kind === 'receipt') await lockReceipt(tx, subject, details)
  else if (!isAsProposed(await lockPayment(tx, subject), details)) throw gone()
  return takeBackReversed(tx, subject, actor)
}

async function actOnPayment(
  tx: Tx,
  subject: PaymentSubject,
  { action, details }: OpenProposal,
  actor: string,
): Promise<Done> {
  switch (action) {
    case 'credit':
      if (details.receipt) await requireNotOutgoing(tx, details.receipt)
      await creditByHand(tx, purposes, {
        intentId: subject.id,
        paid: evidenceOf(subject, details.receipt),
        actor,
      })
      return {}
    case 'refund':
      return refundPayment(tx, subject, details, actor)
    case 'close':
      return closePayment(tx, subject, details, actor)
    case 'found_paid':
    case 'found_unpaid':
      return subject.receiptMissingSince && !subject.refund
        ? settleUnproven(tx, subject, action, { receipt: details.receipt, actor })
        : settleRefund(tx, subject.money, action, details, actor)
    case 'unlink':
      throw gone()
  }
}

/** Evidence by the receipt in suspense, or by the one that people saw in M-Pesa's portal. */
function evidenceOf(subject: PaymentSubject, found: string | undefined): PaidEvidence {
  const { money } = subject
  const held = money?.status === 'unmatched' ? money : null
  const receipt = held?.receipt ?? found
  if (!receipt) throw gone()
  return {
    kind: 'paid',
    source: 'desk',
    receipt,
    amount: held?.amount ?? subject.amount,
    paidAt: held?.paidAt ?? subject.submittedAt ?? subject.since,
    isTimeKnown: true,
    // The orderer might not be the payer.
    phone: held?.phone ?? null,
    accountReference: held?.accountReference ?? null,
    trusted: true,
  }
}

async function refundPayment(
  tx: Tx,
  subject: PaymentSubject,
  details: Details,
  actor: string,
): Promise<Done> {
  const locked = await lockPayment(tx, subject)
  // M-Pesa's statement may have shown meanwhile that the receipt is another payment's, or reversed: never
  // refund another payer's money, or refund twice.
  if (locked.kind !== 'payment' || !locked.money || !isAsProposed(locked, details)) throw gone()
  const { id, money, state } = locked
  const order = { receipt: money.receipt, intentId: id, method: details.method ?? 'reversal' }
  if (state === 'review') return { refund: await requestRefund(tx, order) }
  if (state !== 'credited') throw gone()
  await tx.kysely.updateTable('paymentIntent').set({ state: 'review' }).where('id', '=', id).execute()
  await tx.kysely
    .updateTable('mpesaReceipt')
    .set({ status: 'unmatched' })
    .where('receipt', '=', money.receipt)
    .where('status', 'in', ['credited', 'claimed'])
    .execute()
  const { borne } = await takeBackGift(tx, id, { actor, at: now() })
  return { refund: await requestRefund(tx, order), borne_by_platform_cents: String(borne) }
}

/** Closes a payment without counting it. Its money in suspense becomes revenue. */
async function closePayment(tx: Tx, subject: PaymentSubject, details: Details, actor: string): Promise<Done> {
  if (await clearProblem(tx, subject.refund)) return {}
  // Money that came since the proposal must not become revenue unseen, or stay with a closed payment.
  if (!isAsProposed(await lockPayment(tx, subject), details)) throw gone()
  if (subject.money?.status === 'unmatched') await writeOff(tx, subject.money.receipt, actor)
  const closed = await tx.kysely
    .updateTable('paymentIntent')
    .set({ state: 'declined', resultCode: CLOSED_BY_PEOPLE, nextCheckAt: null, settledAt: now() })
    .where('id', '=', subject.id)
    .where('state', 'in', ['review', 'unresolved'])
    .executeTakeFirst()
  if (closed.numUpdatedRows === 0n) throw gone()
  await emit(tx, paymentsChanged, { intent_ids: [subject.id] })
  return {}
}

async function actOnReceipt(
  tx: Tx,
  subject: ReceiptSubject,
  { action, details }: OpenProposal,
  actor: string,
): Promise<Done> {
  const { money } = subject
  switch (action) {
    case 'credit': {
      await lockReceipt(tx, subject, details)
      if (!details.voteCode) throw gone()
      return {
        gift: await countUnmatched(tx, money, { code: details.voteCode, phone: money.phone, actor }),
      }
    }
    case 'refund':
      await lockReceipt(tx, subject, details)
      return {
        refund: await requestRefund(tx, {
          receipt: money.receipt,
          intentId: null,
          method: details.method ?? 'reversal',
        }),
      }
    case 'close':
      if (await clearProblem(tx, subject.refund)) return {}
      await lockReceipt(tx, subject, details)
      await writeOff(tx, money.receipt, actor)
      return {}
    case 'found_paid':
    case 'found_unpaid':
      return settleRefund(tx, money, action, details, actor)
    case 'unlink':
      throw gone()
  }
}

/** Clears a refund's problem after a contradiction by M-Pesa. @returns whether there was such a problem */
async function clearProblem(tx: Tx, refund: RefundView | null) {
  if (!refund || refund.problem === '') return false
  await changeRefund(tx.client, refund.id, { problem: '' })
  return true
}

/** Closes a refund as people saw it in M-Pesa's portal: paid or not. */
async function settleRefund(
  tx: Tx,
  money: Money | null,
  action: 'found_paid' | 'found_unpaid',
  { receipt: proof, attempt }: Details,
  actor: string,
): Promise<Done> {
  const refund = money && (await lockLiveRefund(tx.client, money.receipt))
  // If the refund was sent again after the proposal, nobody has checked the newest attempt.
  if (!refund || (refund.state !== 'requested' && refund.attemptId !== attempt)) throw gone()
  if (action === 'found_unpaid') {
    await failRefund(tx, refund, FOUND_UNPAID)
    return { refund: refund.id }
  }
  if (proof) await requireUnused(tx, proof)
  try {
    await completeRefund(tx, refund, { proof: proof ?? null, at: now(), by: actor })
  } catch (error) {
    throw violatedConstraint(error) === 'refund_proof_key' ? receiptUsed() : error
  }
  return { refund: refund.id }
}

async function actOnPayout(
  tx: Tx,
  { id, isStuck }: PayoutSubject,
  { action, details }: OpenProposal,
  actor: string,
): Promise<Done> {
  const payout = await lockPayout(tx.client, id)
  if (!payout) throw gone()
  // M-Pesa has refused all attempts, also those after the proposal, so none can be paid.
  const isAtRest = payout.state === 'approved' && isStuck
  const isInFlight = isOneOf(inFlightStates, payout.state)
  // If the payout was refused and sent again after the proposal, nobody has checked the newest attempt.
  if (!isAtRest && !(isInFlight && payout.attemptId === details.attempt)) throw gone()
  if (action === 'found_unpaid') {
    await failPayout(tx, payout, FOUND_UNPAID, null)
    return {}
  }
  if (!details.receipt) throw gone()
  await requireUnused(tx, details.receipt)
  try {
    await payPayout(tx, payout, { receipt: details.receipt, paidAt: now(), by: actor })
  } catch (error) {
    throw violatedConstraint(error) === 'payout_receipt_key' ? receiptUsed() : error
  }
  return {}
}
