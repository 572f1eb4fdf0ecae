/**
 * Whether what M-Pesa tells of gives money back, and pays nothing. Daraja documents no form of it, so both that are to be
 * expected are understood: a type that says so, and a negative amount.
 */
export function isReversal(told: { readonly type: string; readonly amount: string | number }): boolean {
  return /revers/i.test(told.type) || /^[-−(]/.test(String(told.amount).trim())
}
