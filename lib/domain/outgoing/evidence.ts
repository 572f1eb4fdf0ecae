// What M-Pesa's codes and Results prove of a payout or refund.

/** The codes of docs/daraja.md (Result) that say that no money has left. Any other code decides nothing. */
const failures = new Set([
  '1',
  '2',
  '3',
  '4',
  '8',
  '11',
  '21',
  '2001',
  '2006',
  '2028',
  '2040',
  '8006',
  'SFC_IC0003',
])

/**
 * In the place of M-Pesa's code: people have found in its portal, or its statement shows, that nothing was paid. It says nothing
 * of whether M-Pesa takes what it is sent.
 */
export const FOUND_UNPAID = 'found_unpaid'

/** Whether M-Pesa's code says that no money has left and none will. */
export function provesFailure(code: string): boolean {
  return failures.has(code)
}

/**
 * Whether the sender is believed and the evidence names no other conversation than the acknowledgement.
 * @param asked the payout or refund that the evidence is about
 */
export function isBelieved(
  asked: { readonly conversationId: string | null },
  { trusted, conversationId }: { trusted: boolean; conversationId: string | null },
): boolean {
  const isOther =
    conversationId !== null && asked.conversationId !== null && conversationId !== asked.conversationId
  return trusted && !isOther
}
