import { parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * A phone number as it is stored and as M-Pesa takes it: country code and digits alone (254712345678). Without a
 * country code it is a Kenyan one.
 * @returns null where no such number exists
 */
export function normalisePhone(typed: string): string | null {
  const phone = parsePhoneNumberFromString(typed.startsWith('254') ? `+${typed}` : typed, 'KE')
  return phone?.isValid() ? phone.number.slice(1) : null
}
