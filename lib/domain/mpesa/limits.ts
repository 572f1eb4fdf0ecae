import { env } from '#lib/core/env.ts'
import type { Cents } from '#lib/core/money.ts'

/** M-Pesa's limits per payment, in cents: KES 1 to 250,000. */
const LEAST: Cents = 100n
const MOST: Cents = 25_000_000n

export function isCarried(amount: Cents): boolean {
  return amount >= LEAST && amount <= MOST
}

export function isOurShortcode(code: string): boolean {
  return code !== '' && (code === env.MPESA_SHORTCODE || code === env.MPESA_PARTY_B)
}
