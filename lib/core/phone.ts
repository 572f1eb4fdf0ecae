import { parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * Writes a phone number as it is stored and as M-Pesa takes it: country code and digits only (254712345678). A number
 * without a country code is Kenyan.
 * @returns null where no such number exists
 */
export function normalisePhone(typed: string): string | null {
  const phone = parsePhoneNumberFromString(typed.startsWith('254') ? `+${typed}` : typed, 'KE')
  return phone?.isValid() ? phone.number.slice(1) : null
}

/** Writes a Kenyan mobile number with hidden digits (254712•••678, M-Pesa's 2547*****678) as people read it: from 07 or 01. */
export function readableMask(masked: string): string {
  return masked.replace(/^254(?=[17][\d ]*[•*])/, '0')
}

export const KENYAN_MOBILE_MESSAGE = 'Enter a Kenyan mobile number, for example 0712 345 678.'

/**
 * Writes a number that M-Pesa can reach in the same way: a Kenyan mobile one (2547 or 2541 and eight digits).
 * @returns null for every other number
 */
export function normaliseKenyanMobile(typed: string): string | null {
  const phone = normalisePhone(typed)
  return phone && /^254[17]\d{8}$/.test(phone) ? phone : null
}
