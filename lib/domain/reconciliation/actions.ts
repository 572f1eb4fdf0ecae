import { now } from '#lib/core/clock.ts'
import { firstRow, violatedConstraint } from '#lib/core/db.ts'
import { emit, type Tx } from '#lib/core/outbox.ts'
import { countUnmatched } from '#lib/domain/gifts/claim.ts'
import { takeBackGift } from '#lib/domain/gifts/take-back.ts'
import { creditByHand } from '#lib/domain/payments/credit-by-hand.ts'
import { paymentsChanged } from '#lib/domain/payments/events.ts'
import type { PaidEvidence } from '#lib/domain/payments/schema.ts'
import { failPayout } from '#lib/domain/payouts/fail.ts'
import { payPayout } from '#lib/domain/payouts/pay.ts'
import { lockPayout } from '#lib/domain/payouts/rows.ts'
import { completeRefund, failRefund } from '#lib/domain/refunds/close.ts'
import { requestRefund } from '#lib/domain/refunds/request.ts'
import { changeRefund, lockLiveRefund } from '#lib/domain/refunds/rows.ts'
import { purposes } from '#lib/domain/settlement/purposes.ts'
import { gone, receiptUsed } from './errors.ts'
import { explainDifference } from './explain-difference.ts'
import type { Details, OpenProposal } from './proposals.ts'
import type { Money, PaymentSubject, PayoutSubject, ReceiptSubject, RefundView, Subject } from './schema.ts'
import { settleUnproven } from './settle-unproven.ts'
import { writeOff } from './write-off.ts'

/** What was done, for the record. */
type Done = Readonly<Record<string, unknown>>

/**
 * Does what two people have agreed on, in the transaction of their agreement. Everything is looked at again under its
 * lock: M-Pesa may have told meanwhile.
 * @throws RuleError where it can not be done any more
 */
export async function performAction(
  tx: Tx,
  subject: Subject,
  proposal: OpenProposal,
  actor: string,
): Promise<Done> {
  switch (subject.kind) {
    case 'payment':
      return actOnPayment(tx, subject, proposal, actor)
    case 'receipt':
      return actOnReceipt(tx, subject, proposal, actor)
    case 'payout':
      return actOnPayout(tx, subject, proposal, actor)
    case 'difference':
      return explainDifference(tx, subject)
    case 'alert':
      throw gone()
  }
}

async function actOnPayment(
  tx: Tx,
  subject: PaymentSubject,
  { action, details }: OpenProposal,
  actor: string,
): Promise<Done> {
  switch (action) {
    case 'credit':
      await creditByHand(tx, purposes, {
        intentId: subject.id,
        paid: evidenceOf(subject, details.receipt),
        actor,
      })
      return {}
    case 'refund':
      return refundPayment(tx, subject, details.method ?? 'reversal', actor)
    case 'close':
      return closePayment(tx, subject, actor)
    case 'found_paid':
    case 'found_unpaid':
      return subject.receiptMissingSince && !subject.refund
        ? settleUnproven(tx, subject, action, { receipt: details.receipt, actor })
        : settleRefund(tx, subject.money, action, details, actor)
  }
}

/** The receipt in suspense, or the one that people have seen with M-Pesa. */
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
    phone: held?.phone ?? subject.phone,
    accountReference: held?.accountReference ?? null,
    trusted: true,
  }
}

async function refundPayment(
  tx: Tx,
  { id, money }: PaymentSubject,
  method: 'reversal' | 'b2c',
  actor: string,
): Promise<Done> {
  if (!money) throw gone()
  // Receipts before intents, as settlement locks them.
  const { client } = tx
  const held = await firstRow<{ intent_id: string | null }>(
    client,
    'SELECT intent_id FROM mpesa_receipt WHERE receipt = $1 FOR NO KEY UPDATE',
    [money.receipt],
  )
  // M-Pesa's books may have given it to another payment meanwhile: nobody else's money is sent back.
  if (held?.intent_id !== id) throw gone()
  const intent = await firstRow<{ state: string }>(
    client,
    'SELECT state::text FROM payment_intent WHERE id = $1 FOR NO KEY UPDATE',
    [id],
  )
  const order = { receipt: money.receipt, intentId: id, method }
  if (intent?.state === 'review') return { refund: await requestRefund(tx, order) }
  if (intent?.state !== 'credited') throw gone()
  await client.query(`UPDATE payment_intent SET state = 'review' WHERE id = $1`, [id])
  await client.query(
    `UPDATE mpesa_receipt SET status = 'unmatched' WHERE receipt = $1 AND status IN ('credited', 'claimed')`,
    [money.receipt],
  )
  const { borne } = await takeBackGift(tx, id, { actor, at: now() })
  return { refund: await requestRefund(tx, order), borne_by_platform_cents: String(borne) }
}

/** Nothing is counted: a payment without money was not paid, and money that is nobody's goes to revenue. */
async function closePayment(tx: Tx, subject: PaymentSubject, actor: string): Promise<Done> {
  if (await clearProblem(tx, subject.refund)) return {}
  if (subject.money?.status === 'unmatched') await writeOff(tx, subject.money.receipt, actor)
  const closed = await firstRow(
    tx.client,
    `UPDATE payment_intent SET state = 'declined', result_code = 'closed_by_people', next_check_at = NULL, settled_at = $2
      WHERE id = $1 AND state IN ('review', 'unresolved') RETURNING id`,
    [subject.id, now()],
  )
  if (!closed) throw gone()
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
      const held = await firstRow(
        tx.client,
        `SELECT 1 FROM mpesa_receipt WHERE receipt = $1 AND status = 'unmatched' FOR NO KEY UPDATE`,
        [money.receipt],
      )
      if (!held || !details.voteCode) throw gone()
      const unmatched = { receipt: money.receipt, amount: money.amount, paid_at: money.paidAt }
      return {
        gift: await countUnmatched(tx, unmatched, { code: details.voteCode, phone: money.phone, actor }),
      }
    }
    case 'refund':
      return {
        refund: await requestRefund(tx, {
          receipt: money.receipt,
          intentId: null,
          method: details.method ?? 'reversal',
        }),
      }
    case 'close':
      if (!(await clearProblem(tx, subject.refund))) await writeOff(tx, money.receipt, actor)
      return {}
    case 'found_paid':
    case 'found_unpaid':
      return settleRefund(tx, money, action, details, actor)
  }
}

/** M-Pesa has contradicted itself about a refund that is over: people have looked into it. */
async function clearProblem(tx: Tx, refund: RefundView | null) {
  if (!refund || refund.problem === '') return false
  await changeRefund(tx.client, refund.id, { problem: '' })
  return true
}

/** People have seen with M-Pesa what became of a refund. */
async function settleRefund(
  tx: Tx,
  money: Money | null,
  action: 'found_paid' | 'found_unpaid',
  { receipt: proof, attempt }: Details,
  actor: string,
): Promise<Done> {
  const refund = money && (await lockLiveRefund(tx.client, money.receipt))
  // It has been sent since: nobody has looked for this try.
  if (!refund || (refund.state !== 'requested' && refund.attemptId !== attempt)) throw gone()
  if (action === 'found_unpaid') {
    await failRefund(tx, refund, 'found_unpaid')
    return { refund: refund.id }
  }
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
  // Nothing of it is under way: M-Pesa has certainly taken on none of its tries, however many came since.
  const isAtRest = payout.state === 'approved' && isStuck
  const isInFlight = ['submitting', 'accepted', 'unknown'].includes(payout.state)
  // It has been refused and sent again since: nobody has looked for this try.
  if (!isAtRest && !(isInFlight && payout.attemptId === details.attempt)) throw gone()
  if (action === 'found_unpaid') {
    await failPayout(tx, payout, 'found_unpaid', null)
    return {}
  }
  if (!details.receipt) throw gone()
  await requireNotIncoming(tx, details.receipt)
  try {
    await payPayout(tx, payout, { receipt: details.receipt, paidAt: now(), by: actor })
  } catch (error) {
    throw violatedConstraint(error) === 'payout_receipt_key' ? receiptUsed() : error
  }
  return {}
}

/** What was paid to us, or sent back, is no proof that we have paid somebody. */
async function requireNotIncoming({ client }: Tx, receipt: string): Promise<void> {
  const known = await firstRow(
    client,
    'SELECT 1 FROM mpesa_receipt WHERE receipt = $1 UNION ALL SELECT 1 FROM refund WHERE proof = $1',
    [receipt],
  )
  if (known) throw receiptUsed()
}
