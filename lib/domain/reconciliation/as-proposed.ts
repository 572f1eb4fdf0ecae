import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { PaymentSubject, ReceiptSubject, Subject } from './schema.ts'

// What is kept with a proposal of what its proposer saw, so that the second person confirms that and nothing that has come since.

export const seenSchema = z.object({
  /** What was paid, and where it lay; null where nothing was. */
  money: z.object({ receipt: z.string(), status: z.string(), amount: z.string() }).nullable().optional(),
  /** What was unclear about its refund. */
  problem: z.string().optional(),
  /** The reversal of it that M-Pesa's statement lists. */
  reversal: z.string().optional(),
  /** Why a payment was for people: what holds it may come later. */
  reason: z.string().optional(),
})
type Seen = z.infer<typeof seenSchema>

/** Returns what whoever proposes something about this sees of it. The try of a payout or refund is looked at by its action. */
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

/** What of a proposal's details goes on record: not what was seen, which is in cents and stands in the proposal. */
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

/**
 * Whether a proposal is about a subject as it is now. One that was made before this was kept says nothing of what was seen, and
 * has to be made anew.
 */
export function isAsProposed(subject: Subject, details: Seen): boolean {
  const { reversal, ...others } = details
  return isDeepStrictEqual({ ...others, ...seenOf(subject) }, details)
}
