/**
 * Reads a phone as people type and paste it (0712 345 678, +254 712…, 00254…, 254 (0) 712…, 712…).
 * @returns 2547 and eight digits, as gifts take it; null for anything else, also for 01, which can not pay gifts
 */
export function normaliseGiftPhone(typed: string): string | null {
  const phone = normalisePayingPhone(typed)
  return phone?.startsWith('2547') ? phone : null
}

/** Reads the phone that has paid in the same way. It may be one of 01: by Paybill those pay too. */
export function normalisePayingPhone(typed: string): string | null {
  // What is pasted may hold dashes of any kind, and marks that nobody sees.
  const digits = typed.replace(/[^\d+]/g, '')
  const national = /^(?:\+|00)?(?:254)?0?([17]\d{8})$/.exec(digits)?.[1]
  return national ? `254${national}` : null
}

/**
 * Formats 254712345678 as 0712 345 678, and 254712•••678, 2547…678 and M-Pesa's own 2547*****678 likewise, with spaces at which
 * lines do not break.
 */
export function formatPhone(phone: string): string {
  const hidden = /^254(\d)…(\d{3})$/.exec(phone)
  if (hidden) return `0${hidden[1]}…\u00a0${hidden[2]}`
  const national = /^254(\d{3})(\d{3}|•••)(\d{3})$/.exec(phone)
  if (national) return `0${national[1]}\u00a0${national[2]}\u00a0${national[3]}`
  return phone.replace(/^254(?=[17]\*)/, '0')
}
