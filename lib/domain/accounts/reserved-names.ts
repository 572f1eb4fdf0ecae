import { skeletonOf } from './name-look.ts'

/** A name must not contain one of these, not even inside a word. */
const PAYMENT_WORDS = ['mpesa', 'safaricom', 'lipanampesa', 'daraja', 'paybill'].map(foldOf)
/** A name must not contain one of these as a word. */
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
/** Refused together with Ngoma's name, and in names without any other word than these and FILLERS. */
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
/** Words that do not turn the name of an office into that of a person. */
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

const OFFICES = new Set([OURS, ...STAFF_WORDS, ...OFFICE_WORDS])
const NOTHINGS = new Set(FILLERS)
const LONGEST_WORD = Math.max(...[...OFFICES, ...NOTHINGS].map((word) => word.length))

/** Digits and signs that stand for letters. */
const LETTERS = new Map(
  Object.entries({ '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '@': 'a', $: 's', '€': 'e' }),
)

/** Most parts that are joined, because a word may be written in single letters. */
const MOST_PARTS = 12
/** Most examined characters, because a character may expand to many. */
const LONGEST = 300

/**
 * Whether a name could be taken for Ngoma's staff or M-Pesa, also with accents, look-alikes, digits for
 * letters, or blanks and marks between letters. "Ngoma Queen" and "Kim Pesa" are allowed.
 */
export function isReservedName(name: string): boolean {
  const short = name.slice(0, LONGEST)
  const withoutNumbers = short.replace(/\p{N}+(?![\p{L}\p{N}@$])/gu, ' ')
  return [short, withoutNumbers, lettersOf(short)].some((reading) => isReserved(reading))
}

function isReserved(reading: string): boolean {
  const parts = reading
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map(foldOf)
    .filter(Boolean)
  if (isOffice(parts.join(''))) return true
  const words = new Set(runsOf(parts))
  if (parts.some((part) => PAYMENT_WORDS.some((word) => part.includes(word)))) return true
  if (PAYMENT_WORDS.some((word) => words.has(word)) || STAFF_WORDS.some((word) => words.has(word)))
    return true
  return words.has(OURS) && OFFICE_WORDS.some((word) => words.has(word))
}

/**
 * Whether a text consists only of OFFICES and fillers, with at least one of OFFICES. Not a regular
 * expression: "helpdesk" is one word or two, so backtracking would explode.
 */
function isOffice(text: string): boolean {
  // For each position: whether the text before it splits into fillers only, or into words with an office
  // word.
  const nothing = [true]
  const office = [false]
  for (let end = 1; end <= text.length; end++)
    for (let start = Math.max(0, end - LONGEST_WORD); start < end; start++) {
      if (!nothing[start] && !office[start]) continue
      const word = text.slice(start, end)
      const isNothing = NOTHINGS.has(word)
      if (isNothing && nothing[start]) nothing[end] = true
      if (OFFICES.has(word) || (isNothing && office[start])) office[end] = true
    }
  return office[text.length] ?? false
}

/** Every sequence of adjacent parts, joined. */
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

/** A word in lower case, without accents, and with one letter for all its look-alikes. */
function foldOf(word: string): string {
  const small = skeletonOf(skeletonOf(word.normalize('NFKC')).toLowerCase())
  return small
    .replace(/\p{M}/gu, '')
    .replace(/[iı1|!]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}
