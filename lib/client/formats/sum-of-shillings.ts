/** Adds amounts in shillings by their cents: shillings with decimals don't add up. */
export function sumOfShillings(...amounts: readonly number[]): number {
  return amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100
}
