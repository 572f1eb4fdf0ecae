/**
 * Finds the receipt in a typed or pasted text: the code alone, with or without spaces, or the whole M-PESA message that
 * begins with it ("NLJ7RT61SV Confirmed. Ksh250.00 paid to …"). Null without one.
 */
export function readReceipt(typed: string): string | null {
  const text = typed.toUpperCase()
  const compact = text.replace(/[\s-]/g, '')
  if (/^[A-Z0-9]{10}$/.test(compact)) return compact
  // In a message only the receipt mixes letters and digits: amounts, dates and phones have no letters, and words no digits.
  return text.match(/\b[A-Z0-9]{10}\b/g)?.find((word) => /\d/.test(word) && /[A-Z]/.test(word)) ?? null
}
