import type { giftPresets as presets } from '#lib/contract/gifts/calls.ts'

// Written out, and held to the contract by the types and a test: importing the contract would ship zod.
export const giftPresets: typeof presets = [1, 5, 10, 20, 100]
export const GIFT_PRICE_SHILLINGS = 50
export const MAX_GIFTS = 100

/** What a typed number becomes: digits only, at most the maximum. `clamped` tells that it was more (spec 1, section 5). */
export function readGiftQuantity(typed: string): { quantity: number | null; clamped: boolean } {
  const digits = typed.replace(/\D/g, '')
  if (digits === '') return { quantity: null, clamped: false }
  const wanted = Number(digits)
  if (wanted > MAX_GIFTS) return { quantity: MAX_GIFTS, clamped: true }
  return { quantity: wanted > 0 ? wanted : null, clamped: false }
}
