import type { Cents } from '#lib/core/money.ts'

/**
 * Tax in cents, rounded down, so that nobody pays more than the percentage.
 * @param gross cents
 * @param percent 0 to 50, from the settings `prize_tax_percent` and `royalty_tax_percent`
 */
export function taxOf(gross: Cents, percent: number): Cents {
  return (gross * BigInt(percent)) / 100n
}
