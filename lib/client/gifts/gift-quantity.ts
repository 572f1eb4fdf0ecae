import { MAX_GIFTS } from '#lib/contract/gifts/constants.ts'

/** Reads a typed number: digits only, at most the maximum. @returns `clamped` where it was more */
export function readGiftQuantity(typed: string): { quantity: number | null; clamped: boolean } {
  const digits = typed.replace(/\D/g, '')
  if (digits === '') return { quantity: null, clamped: false }
  const wanted = Number(digits)
  if (wanted > MAX_GIFTS) return { quantity: MAX_GIFTS, clamped: true }
  return { quantity: wanted > 0 ? wanted : null, clamped: false }
}
