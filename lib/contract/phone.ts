// No zod, as in constants.ts.

/**
 * Reads a Kenyan mobile number: 0712 345 678, +254 712…, 00254…, 254 (0) 712…, 712…, also with punctuation
 * and invisible characters.
 * @returns 254 and nine digits, as stored and as M-Pesa takes them; else null
 */
export function readMobile(typed: string): string | null {
  const digits = typed.replace(/[^\d+]/g, '')
  const national = /^(?:\+|00)?(?:254)?0?([17]\d{8})$/.exec(digits)?.[1]
  return national ? `254${national}` : null
}

/**
 * Reads a number that can get a gift's prompt.
 * @returns 2547 and eight digits; else null. 01 numbers pay gifts only by Paybill.
 */
export function readGiftPhone(typed: string): string | null {
  const phone = readMobile(typed)
  return phone?.startsWith('2547') ? phone : null
}

/** Whether a number (01) can pay gifts only by Paybill. */
export function paysByPaybillAlone(typed: string): boolean {
  return readMobile(typed) !== null && readGiftPhone(typed) === null
}

/** Formats a masked number (254712•••678, M-Pesa's 2547*****678) from 07 or 01. */
export function readableMask(masked: string): string {
  return masked.replace(/^254(?=[17][\d ]*[•*])/, '0')
}
