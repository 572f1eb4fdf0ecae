/** Reads `1234.5`, `1,234.50` or `KES 1 234.50`. @returns null unless over 0 with at most two decimals */
export function readAmount(typed: string): number | null {
  const text = typed
    .trim()
    .replace(/^(?:kes|ksh)\.?/i, '')
    .replaceAll(/[\s,]/g, '')
  const amount = /^\d{1,10}(?:\.\d{1,2})?$/.test(text) ? Number(text) : 0
  return amount > 0 ? amount : null
}
