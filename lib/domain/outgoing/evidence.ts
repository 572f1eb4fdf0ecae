/** Result codes that prove that no money has left (docs/daraja.md, Result). */
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

/** Our code if people or the statement found nothing paid. It does not show that M-Pesa answers. */
export const FOUND_UNPAID = 'found_unpaid'

export function provesFailure(code: string): boolean {
  return failures.has(code)
}

/**
 * Whether to believe a Result: its sender is trusted, and its conversation does not contradict the
 * acknowledgement's. @param asked the payout or refund
 */
export function isBelieved(
  asked: { readonly conversationId: string | null },
  { trusted, conversationId }: { trusted: boolean; conversationId: string | null },
): boolean {
  const isOther =
    conversationId !== null && asked.conversationId !== null && conversationId !== asked.conversationId
  return trusted && !isOther
}
