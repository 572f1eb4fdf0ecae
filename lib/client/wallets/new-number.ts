import { readMobile } from '#lib/contract/phone.ts'

/**
 * Tells whether a whole number is typed that is not the profile's: a withdrawal to a number that is new waits a day.
 * @param own the profile's number, however it is written; empty where it has none
 */
export function isOtherNumber(typed: string, own: string): boolean {
  const phone = readMobile(typed)
  return phone !== null && phone !== readMobile(own)
}
