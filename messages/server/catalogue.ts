import type { Locale } from '../locales.ts'
import { monthTitle } from '../month-title.ts'
import type { accounting } from './accounting.ts'
import type { accounts } from './accounts.ts'
import type { desk } from './desk.ts'
import type { fields } from './fields.ts'
import type { operations } from './operations.ts'
import type { payments } from './payments.ts'
import type { requests } from './requests.ts'

/** The sentences of the server by their keys, each in every language. The key of a refusal is its documented code, or `code.variant`. */
type Catalogue = typeof accounting & typeof accounts & typeof desk & typeof fields & typeof operations & typeof payments & typeof requests

export type SentenceKey = keyof Catalogue

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type NamesOf<Key extends SentenceKey> = NamesIn<Catalogue[Key]['en']>

/** Keys of the sentences that take no values. */
export type PlainKey = { [Key in SentenceKey]: [NamesOf<Key>] extends [never] ? Key : never }[SentenceKey]

/** The values that stand in a sentence, by the names in its English. */
export type ValuesOf<Key extends SentenceKey, Value> = [NamesOf<Key>] extends [never] ? [] : [values: Readonly<Record<NamesOf<Key>, Value>>]

/** A sentence as data: its key with its values, a value being a text, a number or further sentences. */
export type Part = readonly [key: string, values?: Readonly<Record<string, string | number | Parts>>]
export type Parts = readonly Part[]

/** The texts that sentences are made from, by their keys. */
export type Texts = Readonly<Record<string, Readonly<Record<Locale, string>>>>

/** Says sentences in a language, one after the other; undefined where a key is not among the texts. */
export function say(texts: Texts, locale: Locale, parts: Parts): string | undefined {
  const said: string[] = []
  for (const [key, values = {}] of parts) {
    if (!Object.hasOwn(texts, key)) return undefined
    const template = texts[key]?.[locale] ?? ''
    said.push(
      template.replace(/\{(\w+)\}/g, (_, name: string) => {
        const value = values[name] ?? ''
        if (typeof value === 'object') return say(texts, locale, value) ?? ''
        return name === 'month' ? monthTitle(String(value), locale) : String(value)
      }),
    )
  }
  return said.join(' ')
}

/** Writes a sentence as a text, for where none but a text can stand: zod's messages and columns of the database. */
export function codedSentence<Key extends SentenceKey>(key: Key, ...[values]: ValuesOf<Key, string | number>): string {
  return JSON.stringify([values ? [key, values] : [key]])
}

/** Reads what `codedSentence` wrote; undefined for any other text. */
export function decodeSentence(text: string): Parts | undefined {
  if (!text.startsWith('[["')) return undefined
  try {
    const parts: unknown = JSON.parse(text)
    return isParts(parts) ? parts : undefined
  } catch {
    return undefined
  }
}

function isParts(given: unknown): given is Parts {
  return Array.isArray(given) && given.every(isPart)
}

function isPart(given: unknown): given is Part {
  if (!Array.isArray(given) || typeof given[0] !== 'string' || given.length > 2) return false
  const [, values = {}]: unknown[] = given
  if (typeof values !== 'object' || values === null) return false
  return Object.values(values).every((one) => ['string', 'number'].includes(typeof one) || isParts(one))
}
