import { isUndecided } from './policy.ts'
import type { Evidence, Intent } from './schema.ts'

// Whose prompt a message is about. A callback comes to the secret address of one payment, and names the prompt that it tells
// of: only where that is this payment's prompt does it prove anything (docs/decisions/0031).

/** What settlement may make of a message about a prompt. */
export type PromptMatch =
  /** It is this payment's prompt, or the message names none because it is about none. */
  | { readonly kind: 'own' }
  /** It is another prompt: no more than a reason to ask M-Pesa. */
  | { readonly kind: 'other' }
  /** This payment's acknowledgement is still to come, and tells. */
  | { readonly kind: 'early' }
  /** Its acknowledgement was lost, and this prompt is nobody's that we know: M-Pesa is asked about it. */
  | { readonly kind: 'hint'; readonly checkoutRequestId: string }
  /** A query has answered for the prompt that was named so. */
  | { readonly kind: 'confirmed'; readonly checkoutRequestId: string }

type Message = {
  /** As in the inbox. */
  readonly kind: string
  readonly checkoutRequestId: string | null
  /** Whether it came from where M-Pesa's messages come from. */
  readonly isBelieved: boolean
}

const own: PromptMatch = { kind: 'own' }
const other: PromptMatch = { kind: 'other' }

/**
 * Compares the prompt that a message names with its payment's. Pure.
 * @param holders whose the prompts are that are known, by CheckoutRequestID
 */
export function promptOf(
  intent: Intent,
  message: Message,
  holders: ReadonlyMap<string, string>,
): PromptMatch {
  const { kind, checkoutRequestId: told, isBelieved } = message
  if (kind !== 'stk' && kind !== 'stk_query') return own
  if (intent.checkoutRequestId !== null) {
    const isSame = told === intent.checkoutRequestId || (kind === 'stk_query' && told === null)
    return isSame ? own : other
  }
  if (told === null || (holders.get(told) ?? intent.id) !== intent.id) return other
  if (kind === 'stk_query')
    return told === intent.hintedCheckoutRequestId ? { kind: 'confirmed', checkoutRequestId: told } : other
  if (!isBelieved) return other
  if (intent.state === 'created' || intent.state === 'submitting') return { kind: 'early' }
  const mayBePaid = isUndecided(intent.state) || intent.state === 'declined' || intent.state === 'rejected'
  return mayBePaid ? { kind: 'hint', checkoutRequestId: told } : other
}

/** What is left of the evidence once it is known whose prompt it is about: of another's it proves nothing. */
export function weighed(evidence: Evidence, match: PromptMatch): Evidence {
  if (match.kind === 'own' || match.kind === 'confirmed') return evidence
  switch (evidence.kind) {
    case 'paid':
    case 'failed':
      return { ...evidence, trusted: false }
    default:
      return { kind: 'undecided' }
  }
}
