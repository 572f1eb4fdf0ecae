// Without zod, so that a screen that needs this loads no validation library.

/**
 * Reads a Kenyan mobile number as people type and paste it: 0712 345 678, +254 712…, 00254…, 254 (0) 712…, 712…, also with
 * dashes, dots, brackets and marks that nobody sees.
 * @returns 254 and nine digits, as numbers are stored and as M-Pesa takes them; null for every other number
 */
export function readMobile(typed: string): string | null {
  const digits = typed.replace(/[^\d+]/g, '')
  const national = /^(?:\+|00)?(?:254)?0?([17]\d{8})$/.exec(digits)?.[1]
  return national ? `254${national}` : null
}

/**
 * Reads a number that a gift's prompt can be sent to.
 * @returns 2547 and eight digits; null for every other number. Numbers of 01 pay gifts by Paybill alone.
 */
export function readGiftPhone(typed: string): string | null {
  const phone = readMobile(typed)
  return phone?.startsWith('2547') ? phone : null
}

/** Tells whether a number can be that of a gift's payer, but only by Paybill: M-Pesa numbers of 01. */
export function paysByPaybillAlone(typed: string): boolean {
  return readMobile(typed) !== null && readGiftPhone(typed) === null
}

/** Writes a Kenyan mobile number with hidden digits (254712•••678, M-Pesa's 2547*****678) as people read it: from 07 or 01. */
export function readableMask(masked: string): string {
  return masked.replace(/^254(?=[17][\d ]*[•*])/, '0')
}
