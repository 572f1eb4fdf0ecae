import { MAX_GIFTS } from '#lib/contract/gifts/constants.ts'

/** What a typed number is read as. */
type TypedQuantity = {
  quantity: number | null
  /** It was more than the maximum. */
  clamped: boolean
  /** It has a point or a comma: half a gift is none, and 1.5 is not fifteen. */
  isBroken: boolean
}

/** Reads a typed number: digits only, at most the maximum. */
export function readGiftQuantity(typed: string): TypedQuantity {
  if (/\d\s*[.,]\s*\d/.test(typed)) return { quantity: null, clamped: false, isBroken: true }
  const digits = typed.replace(/\D/g, '')
  if (digits === '') return { quantity: null, clamped: false, isBroken: false }
  const wanted = Number(digits)
  if (wanted > MAX_GIFTS) return { quantity: MAX_GIFTS, clamped: true, isBroken: false }
  return { quantity: wanted > 0 ? wanted : null, clamped: false, isBroken: false }
}
