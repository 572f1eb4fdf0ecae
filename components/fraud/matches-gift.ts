import type { SignalGift } from '#lib/contract/fraud/calls.ts'

/**
 * Whether a gift has these words in its receipt, or this phone or its end. Phones are masked, so only their
 * shown digits are compared: several gifts can match one phone.
 */
export function matchesGift(
  { receipt, phone }: Pick<SignalGift, 'receipt' | 'phone'>,
  words: string,
): boolean {
  const typed = words.replaceAll(/[\s+-]/g, '').toUpperCase()
  if (receipt?.includes(typed)) return true
  const [, start = '', end = ''] = /^254(\d)\D+(\d{3})$/.exec(phone) ?? []
  if (end === '' || /\D/.test(typed)) return typed === ''
  const national = typed.replace(/^(254|0)(?=\d{9}$)/, '')
  if (national.length <= end.length) return end.includes(national)
  return national.endsWith(end) && (national.length < 9 || national.startsWith(start))
}
