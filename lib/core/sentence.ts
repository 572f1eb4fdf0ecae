import { defaultLocale, type Locale } from '#messages/locales.ts'
import { accounts } from '#messages/server/accounts.ts'
import {
  decodeSentence,
  type Parts,
  type SentenceKey,
  say as sayIn,
  type ValuesOf,
} from '#messages/server/catalogue.ts'
import { desk } from '#messages/server/desk.ts'
import { fields } from '#messages/server/fields.ts'
import { operations } from '#messages/server/operations.ts'
import { payments } from '#messages/server/payments.ts'
import { requests } from '#messages/server/requests.ts'

export type { PlainKey } from '#messages/server/catalogue.ts'

/** Every sentence of the server, in each language. */
export const serverTexts = { ...accounts, ...desk, ...fields, ...operations, ...payments, ...requests }

/** The language of the answer that is being written. */
let written: Locale = defaultLocale

/** A sentence for people, which becomes words in the language of whoever reads the answer that it stands in. */
export class Sentence {
  /** The keys of what is said, with their values. */
  readonly parts: Parts

  constructor(parts: Parts) {
    this.parts = parts
  }

  /** The key of what is said first. */
  get key(): string {
    return this.parts[0]?.[0] ?? ''
  }

  in(locale: Locale): string {
    return sayIn(serverTexts, locale, this.parts) ?? ''
  }

  /** The documented English. */
  toString(): string {
    return this.in(defaultLocale)
  }

  toJSON(): string {
    return this.in(written)
  }

  /** As a text for a column of the database, which `storedSentence` reads. */
  get coded(): string {
    return JSON.stringify(this.parts)
  }
}

/** Makes a sentence of the catalogue (messages/server). */
export function say<Key extends SentenceKey>(
  key: Key,
  ...[values]: ValuesOf<Key, string | number | Sentence>
): Sentence {
  if (!values) return new Sentence([[key]])
  const given = Object.entries<string | number | Sentence>(values).map(
    ([name, value]) => [name, value instanceof Sentence ? value.parts : value] as const,
  )
  return new Sentence([[key, Object.fromEntries(given)]])
}

/** Says one sentence after the other; a text stands for itself. */
export function sayAll(sentences: readonly (Sentence | { toJSON(): string } | string)[]): Sentence {
  return new Sentence(
    sentences.flatMap(
      (one) => (one instanceof Sentence ? one : say('as_it_is', { words: String(one) })).parts,
    ),
  )
}

/** Returns a sentence as a column of the database keeps it; a text stays as it is. */
export function codedText(said: Sentence | string): string {
  return said instanceof Sentence ? said.coded : said
}

/** Reads the coded sentence of a schema (zod's message); its own words stand for themselves. */
export function sentenceOf(message: string): Sentence {
  const known = storedSentence(message)
  return known instanceof Sentence ? known : say('as_it_is', { words: known })
}

/** Reads a sentence that is stored coded. What people wrote, and what earlier releases stored in English, comes back as it is. */
export function storedSentence(text: string): Sentence | string {
  const parts = decodeSentence(text)
  return parts && sayIn(serverTexts, defaultLocale, parts) !== undefined ? new Sentence(parts) : text
}

/** Writes an answer as JSON, its sentences in this language. JSON.stringify runs to its end at once, so no other answer is in between. */
export function jsonIn(locale: Locale, answer: unknown): string {
  written = locale
  try {
    return JSON.stringify(answer)
  } finally {
    written = defaultLocale
  }
}
