import { env } from '#lib/core/env.ts'
import type { Cents } from '#lib/core/money.ts'

/** M-Pesa carries KES 1 to 250,000 in one payment. */
const LEAST: Cents = 100n
const MOST: Cents = 25_000_000n

/** Whether one payment of M-Pesa can have this amount, in cents. */
export function isCarried(amount: Cents): boolean {
  return amount >= LEAST && amount <= MOST
}

/** Whether a payment went to us: to our Paybill number, or to our till where prompts are paid to one. */
export function isOurShortcode(code: string): boolean {
  return code !== '' && (code === env.MPESA_SHORTCODE || code === env.MPESA_PARTY_B)
}
