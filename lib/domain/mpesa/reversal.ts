/** Daraja documents no form of reversals, so a type with "revers" or a negative amount counts as one. */
export function isReversal(told: { readonly type: string; readonly amount: string | number }): boolean {
  return /revers/i.test(told.type) || /^[-−(]/.test(String(told.amount).trim())
}
