const RECEIPT = /^[A-Z0-9]{10}$/

/**
 * Reads a receipt; only trims it, because a receipt stored in two forms would count as two payments
 * (docs/money.md, What proves a payment). @returns null if invalid
 */
export function readReceipt(told: unknown): string | null {
  if (typeof told !== 'string') return null
  const receipt = told.trim()
  return RECEIPT.test(receipt) ? receipt : null
}
