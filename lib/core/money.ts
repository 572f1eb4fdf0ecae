/** An amount in integer cents of a Kenya shilling. */
export type Cents = bigint

/** Converts whole shillings to cents. @throws RangeError where the number is not a safe integer */
export function shillings(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is not a whole amount of shillings`)
  return BigInt(amount) * 100n
}

/** Converts cents to the number of shillings that the API uses; it is exact up to 90 trillion. */
export function toShillings(cents: Cents): number {
  return Number(cents) / 100
}

/** Digits, with or without commas between thousands. A comma anywhere else may be a decimal sign: "100,00" is no amount. */
const SHILLINGS = /^(\d{1,13}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2})0*)?$/

/**
 * Reads shillings as M-Pesa or a form writes them: 50, 50.0, "50.00", "1,250".
 * @returns null where it is not an amount, has more than two decimals, or is negative
 */
export function parseShillings(value: unknown): Cents | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const match = SHILLINGS.exec(String(value).trim())
  if (!match?.[1]) return null
  return BigInt(match[1].replaceAll(',', '')) * 100n + BigInt((match[2] ?? '').padEnd(2, '0'))
}

/** Writes an amount as screens do: `KES 1,250`, with cents only where there are some, and `−KES 1,250` below zero. */
export function kesText(amount: Cents): string {
  const [sign, cents] = amount < 0n ? ['−', -amount] : ['', amount]
  const [whole, rest] = [cents / 100n, cents % 100n]
  return `${sign}KES ${whole.toLocaleString('en-KE')}${rest === 0n ? '' : `.${String(rest).padStart(2, '0')}`}`
}
