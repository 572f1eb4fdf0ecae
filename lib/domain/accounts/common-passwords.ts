import { dictionary } from '@zxcvbn-ts/language-common'
import { processSingleton } from '#lib/core/process-singleton.ts'

/** About fifty thousand, in small letters, the most used first. Read when the first password is set. */
const common = processSingleton('common-passwords', () => new Set(dictionary['passwords-common'].map(String)))

/** What people write in place of letters. */
const PLAIN: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}
/** A word that is shorter may well stand in a password of several. */
const WORD_MIN = 4

/**
 * Whether a password is one of those that are tried first: in any case of its letters, dressed up with digits and signs at
 * its ends, or with look-alikes for letters (`P@ssw0rd2026!`).
 */
export function isCommonPassword(password: string): boolean {
  const small = password.normalize('NFKC').toLowerCase().trim()
  if (common.get().has(small)) return true
  const bare = withoutEnds(small)
  return [bare, withoutEnds(plain(small)), plain(bare)].some(
    (word) => word.length >= WORD_MIN && common.get().has(word),
  )
}

const plain = (text: string) => text.replace(/[@431!0$57]/g, (sign) => PLAIN[sign] ?? sign)
const withoutEnds = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
