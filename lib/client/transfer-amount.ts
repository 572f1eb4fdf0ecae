/** Shillings as they were typed; null where it is no amount over 0 with at most two decimals. */
export function readAmount(typed: string): number | null {
  const text = typed.trim().replaceAll(/[\s,]/g, '')
  const amount = /^\d{1,10}(?:\.\d{1,2})?$/.test(text) ? Number(text) : 0
  return amount > 0 ? amount : null
}
