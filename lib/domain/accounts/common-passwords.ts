import { dictionary } from '@zxcvbn-ts/language-common'
import { processSingleton } from '#lib/core/process-singleton.ts'

/** About fifty thousand common passwords in lower case, loaded at the first use. */
const common = processSingleton('common-passwords', () => new Set(dictionary['passwords-common'].map(String)))

/** Signs that people write instead of letters. */
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
/** Fewest letters of a compared word: shorter words also occur in good passwords. */
const WORD_MIN = 4

/** Ignores case, digits and signs at the ends, and look-alikes for letters (`P@ssw0rd2026!`). */
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
