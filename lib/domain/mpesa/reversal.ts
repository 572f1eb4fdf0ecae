/** Daraja documents no form of a reversal, so a matching type or a negative amount counts. */
export function isReversal(told: { readonly type: string; readonly amount: string | number }): boolean {
  return /revers/i.test(told.type) || /^[-−(]/.test(String(told.amount).trim())
}
