import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { PaymentSubject, ReceiptSubject, Subject } from './schema.ts'

// Stored with a proposal: what the proposer saw, so that the second person confirms exactly that.

export const seenSchema = z.object({
  /** What was paid, and its place; null if nothing. */
  money: z.object({ receipt: z.string(), status: z.string(), amount: z.string() }).nullable().optional(),
  /** The problem of its refund. */
  problem: z.string().optional(),
  /** Its reversal in M-Pesa's statement. */
  reversal: z.string().optional(),
  /** Why a payment was in review: a hold may come later. */
  reason: z.string().optional(),
})
type Seen = z.infer<typeof seenSchema>

/** The attempt of a payout or refund is checked by its action. */
export function seenOf(subject: Subject): Seen {
  switch (subject.kind) {
    case 'payment':
      return { ...seenMoney(subject), reason: subject.reason ?? '' }
    case 'receipt':
      return seenMoney(subject)
    default:
      return {}
  }
}

/** Returns the audited details, without what was seen, which is in cents and in the proposal. */
export function saidOf<Kept extends Seen>({ money, problem, reversal, reason, ...said }: Kept) {
  return said
}

function seenMoney({ money, refund, reversal }: PaymentSubject | ReceiptSubject): Seen {
  return {
    ...(reversal ? { reversal: reversal.receipt } : {}),
    money: money && { receipt: money.receipt, status: money.status, amount: String(money.amount) },
    problem: refund?.problem ?? '',
  }
}

/** Whether the subject is still as proposed. */
export function isAsProposed(subject: Subject, details: Seen): boolean {
  const { reversal, ...others } = details
  return isDeepStrictEqual({ ...others, ...seenOf(subject) }, details)
}
