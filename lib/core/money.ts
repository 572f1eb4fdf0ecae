/** Integer cents of a Kenya shilling. */
export type Cents = bigint

/** @throws RangeError if the number is not a safe integer */
export function shillings(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is not a whole amount of shillings`)
  return BigInt(amount) * 100n
}

/** Returns shillings, exact up to 90 trillion. */
export function toShillings(cents: Cents): number {
  return Number(cents) / 100
}

/** Commas only between thousands: "100,00" might be a decimal comma. */
const SHILLINGS = /^(\d{1,13}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2})0*)?$/

/**
 * Reads shillings as M-Pesa or a form writes them: 50, 50.0, "50.00", "1,250".
 * @returns null if not an amount, negative, or with more than two decimals
 */
export function parseShillings(value: unknown): Cents | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const match = SHILLINGS.exec(String(value).trim())
  if (!match?.[1]) return null
  return BigInt(match[1].replaceAll(',', '')) * 100n + BigInt((match[2] ?? '').padEnd(2, '0'))
}

/** `KES 1,250`, with cents if any; `−KES 1,250` below zero. */
export function kesText(amount: Cents): string {
  const [sign, cents] = amount < 0n ? ['−', -amount] : ['', amount]
  const [whole, rest] = [cents / 100n, cents % 100n]
  return `${sign}KES ${whole.toLocaleString('en-KE')}${rest === 0n ? '' : `.${String(rest).padStart(2, '0')}`}`
}
