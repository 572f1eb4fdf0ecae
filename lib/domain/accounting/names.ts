import { type PlainKey, type Sentence, say, serverTexts } from '#lib/core/sentence.ts'

// What accounts and kinds of journals are called in reports.

/** Returns the name of a kind of account. */
export function nameOfAccount(kind: string): Sentence {
  return sayKnown(`wallet.${kind}`) ?? sayKnown(`account.${kind}`) ?? plain(kind)
}

/** Returns the name of a type of journal. */
export function nameOfType(type: string): Sentence {
  return sayKnown(`booked.${type}`) ?? plain(type)
}

function sayKnown(key: string): Sentence | undefined {
  return isPlainKey(key) ? say(key) : undefined
}

const isPlainKey = (key: string): key is Extract<PlainKey, `${'wallet' | 'account' | 'booked'}.${string}`> =>
  Object.hasOwn(serverTexts, key)

const plain = (word: string) =>
  say('as_it_is', { words: word.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase()) })
