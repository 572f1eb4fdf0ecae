import type { ReceiptRow } from './receipt-rows.ts'
import type { Intent, KnownReceipt, PaidEvidence, ReviewReason } from './schema.ts'

/** Whose the receipts of one batch are, and what of that has to be written. */
export function openReceiptBook(receipts: Map<string, KnownReceipt>) {
  const fresh: ReceiptRow[] = []
  const changed = new Map<string, KnownReceipt | ReceiptRow>()

  /** What M-Pesa now says of a receipt. One that is known is another's until now, and becomes this altogether. */
  function add(
    paid: PaidEvidence,
    intentId: string | null,
    status: 'credited' | 'unmatched',
    reason: ReviewReason | null,
  ): void {
    const known = {
      receipt: paid.receipt,
      intentId,
      status,
      amount: paid.amount,
      source: paid.source,
      reason,
      isReversed: receipts.get(paid.receipt)?.isReversed ?? false,
    }
    const row = {
      ...known,
      accountReference: paid.accountReference,
      phone: paid.phone,
      paidAt: paid.paidAt,
    }
    if (receipts.has(paid.receipt)) changed.set(paid.receipt, row)
    else fresh.push(row)
    receipts.set(paid.receipt, known)
  }

  /** Money that lay in suspense is a payment's. */
  function give(
    known: KnownReceipt,
    to: Pick<KnownReceipt, 'intentId' | 'status'> & Partial<KnownReceipt>,
  ): void {
    receipts.set(known.receipt, { ...known, ...to })
    changed.set(known.receipt, { ...(changed.get(known.receipt) ?? known), ...to })
  }

  /** What lies in suspense as this payment's second receipt, and would have paid for it as well. */
  function second(intent: Intent): KnownReceipt | undefined {
    for (const known of receipts.values()) {
      const { intentId, status, reason, amount } = known
      const isSecond = status === 'unmatched' && reason === 'paid_twice' && intentId === intent.id
      if (isSecond && amount === intent.amount) return known
    }
    return undefined
  }

  return { fresh, changed, add, give, second }
}
