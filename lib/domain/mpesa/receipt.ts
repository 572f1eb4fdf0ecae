const RECEIPT = /^[A-Z0-9]{10}$/

/**
 * Only trims: a known receipt in another form would count as a second payment (docs/money.md, What proves a payment).
 * @returns null if invalid
 */
export function readReceipt(told: unknown): string | null {
  if (typeof told !== 'string') return null
  const receipt = told.trim()
  return RECEIPT.test(receipt) ? receipt : null
}
