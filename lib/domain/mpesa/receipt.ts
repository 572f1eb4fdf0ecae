/** A receipt of M-Pesa's: ten capital letters and digits. */
const RECEIPT = /^[A-Z0-9]{10}$/

/**
 * Reads a receipt as M-Pesa tells it. Blanks around it are removed; anything else that differs from ten capital letters and
 * digits makes it no receipt, because a known receipt in another form would count as a second payment (docs/money.md,
 * What proves a payment).
 * @returns null where it is no receipt
 */
export function readReceipt(told: unknown): string | null {
  if (typeof told !== 'string') return null
  const receipt = told.trim()
  return RECEIPT.test(receipt) ? receipt : null
}
