/**
 * A phone as people type it (0712 345 678, +254 712…, 254712…, 712…) in the form that gifts take: 2547 and eight
 * digits. Null for anything else: numbers that begin 01 can't pay gifts.
 */
export function normaliseGiftPhone(typed: string): string | null {
  const digits = typed.replace(/[\s().-]/g, '').replace(/^\+/, '')
  const national = /^(?:254|0)?(7\d{8})$/.exec(digits)?.[1]
  return national ? `254${national}` : null
}

/** 254712345678 as it is read: 0712 345 678, the blanks not to be broken at. */
export function spokenPhone(phone: string): string {
  const national = /^254(\d{3})(\d{3})(\d{3})$/.exec(phone)
  return national ? `0${national[1]}\u00a0${national[2]}\u00a0${national[3]}` : phone
}
