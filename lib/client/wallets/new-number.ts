/** What tells a Kenyan number, however its country is written: its last nine digits. */
const NATIONAL_DIGITS = 9

/**
 * Tells whether a whole number is typed that is not the profile's: a withdrawal to a number that is new waits a day.
 * @param own the profile's number, however it is written; empty where it has none
 */
export function isOtherNumber(typed: string, own: string): boolean {
  const digits = digitsOf(typed)
  const isWhole = /^(?:254|0)[17]\d{8}$/.test(digits)
  return isWhole && digits.slice(-NATIONAL_DIGITS) !== digitsOf(own).slice(-NATIONAL_DIGITS)
}

function digitsOf(phone: string): string {
  return phone.replace(/\D/g, '')
}
