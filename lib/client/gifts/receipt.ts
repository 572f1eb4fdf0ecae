/**
 * Returns the receipt from the code alone, or from a whole M-PESA message ("NLJ7RT61SV Confirmed. Ksh250.00
 * paid to …"). Null without a receipt.
 */
export function readReceipt(typed: string): string | null {
  const text = typed.toUpperCase()
  const compact = text.replace(/[\s-]/g, '')
  if (/^[A-Z0-9]{10}$/.test(compact)) return compact
  // In a message only the receipt mixes letters and digits.
  return text.match(/\b[A-Z0-9]{10}\b/g)?.find((word) => /\d/.test(word) && /[A-Z]/.test(word)) ?? null
}
