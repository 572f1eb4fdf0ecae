/** Adds in cents: decimal fractions do not add up exactly. */
export function sumOfShillings(...amounts: readonly number[]): number {
  return amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100
}
