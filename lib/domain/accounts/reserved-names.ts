import { skeletonOf } from './name-look.ts'

export const NAME_RESERVED =
  'This name could be taken for Ngoma’s staff or M-PESA. Please choose another one.'

/** Nobody else is called so: no name has one of these in it. */
const PAYMENT_WORDS = ['mpesa', 'safaricom', 'lipanampesa', 'daraja', 'paybill'].map(foldOf)
/** Nobody else calls themselves so, whatever stands beside it. */
const STAFF_WORDS = [
  'admin',
  'admins',
  'administrator',
  'superadmin',
  'moderator',
  'helpdesk',
  'sysadmin',
  'msimamizi',
].map(foldOf)
const OURS = foldOf('ngoma')
/** Refused beside Ngoma's own name, and where a name has nothing else. */
const OFFICE_WORDS = [
  ...[
    'official',
    'officially',
    'support',
    'staff',
    'officer',
    'compliance',
    'customer',
    'care',
    'service',
    'help',
    'system',
    'root',
  ],
  ...[
    'payment',
    'payments',
    'finance',
    'security',
    'verification',
    'msaada',
    'huduma',
    'malipo',
    'afisa',
    'rasmi',
  ],
].map(foldOf)
/** Mean nothing by themselves. */
const FILLERS = [
  'the',
  'of',
  'kenya',
  'ke',
  'team',
  'desk',
  'account',
  'real',
  'verified',
  'app',
  'ya',
  'wa',
  'kwa',
  'wateja',
].map(foldOf)

const isOffice = new RegExp(
  `^(?:${FILLERS.join('|')})*(?:${[OURS, ...STAFF_WORDS, ...OFFICE_WORDS].join('|')})(?:${[OURS, ...STAFF_WORDS, ...OFFICE_WORDS, ...FILLERS].join('|')})*$`,
)

/** Digits and signs that stand for letters. */
const LETTERS = new Map(
  Object.entries({ '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '@': 'a', $: 's', '€': 'e' }),
)

/** A word may be written in single letters: more parts than that are not joined to one. */
const MOST_PARTS = 12

/**
 * Tells whether a name could be taken for Ngoma's staff or M-Pesa, also with accents, letters that only look the same,
 * digits for letters, or blanks and marks between its letters. "Ngoma Queen" and "Kim Pesa" are names like others.
 */
export function isReservedName(name: string): boolean {
  const withoutNumbers = name.replace(/\p{N}+(?![\p{L}\p{N}@$])/gu, ' ')
  return [name, withoutNumbers, lettersOf(name)].some((reading) => isReserved(reading))
}

function isReserved(reading: string): boolean {
  const parts = reading
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map(foldOf)
    .filter(Boolean)
  if (isOffice.test(parts.join(''))) return true
  const words = new Set(runsOf(parts))
  if (parts.some((part) => PAYMENT_WORDS.some((word) => part.includes(word)))) return true
  if (PAYMENT_WORDS.some((word) => words.has(word)) || STAFF_WORDS.some((word) => words.has(word)))
    return true
  return words.has(OURS) && OFFICE_WORDS.some((word) => words.has(word))
}

/** Every row of neighbouring parts, joined. */
function runsOf(parts: readonly string[]): string[] {
  return parts.flatMap((_, start) =>
    Array.from({ length: Math.min(MOST_PARTS, parts.length - start) }, (_, more) =>
      parts.slice(start, start + more + 1).join(''),
    ),
  )
}

function lettersOf(name: string): string {
  return [...name.normalize('NFKC')].map((sign) => LETTERS.get(sign) ?? sign).join('')
}

/** Small letters without accents, one for all that look like it. */
function foldOf(word: string): string {
  const small = skeletonOf(skeletonOf(word.normalize('NFKC')).toLowerCase())
  return small
    .replace(/\p{M}/gu, '')
    .replace(/[iı1|!]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}
