import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { PaymentSubject, ReceiptSubject, Subject } from './schema.ts'

// A proposal stores what the proposer saw, so that the second person confirms exactly that.

export const seenSchema = z.object({
  /** The receipt with the paid amount and its status; null if nothing was paid. */
  money: z.object({ receipt: z.string(), status: z.string(), amount: z.string() }).nullable().optional(),
  /** The problem of the case's refund. */
  problem: z.string().optional(),
  /** Receipt of the reversal in M-Pesa's statement. */
  reversal: z.string().optional(),
  /** Why a payment was in review; a later hold changes the reason. */
  reason: z.string().optional(),
})
type Seen = z.infer<typeof seenSchema>

/** What a proposer sees of a case; without the attempt of a payout or refund, which the action checks. */
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

/** The details for the audit, without `Seen`: those amounts are in cents, and the proposal stores them. */
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

export function isAsProposed(subject: Subject, details: Seen): boolean {
  const { reversal, ...others } = details
  return isDeepStrictEqual({ ...others, ...seenOf(subject) }, details)
}
