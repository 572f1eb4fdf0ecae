import { defaultLocale, type Locale } from '#messages/locales.ts'
import { accounting } from '#messages/server/accounting.ts'
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

export const serverTexts = {
  ...accounting,
  ...accounts,
  ...desk,
  ...fields,
  ...operations,
  ...payments,
  ...requests,
}

/** The language of the answer that `jsonIn` is writing. */
let written: Locale = defaultLocale

/** A sentence that `jsonIn` writes in the reader's language. */
export class Sentence {
  readonly parts: Parts

  constructor(parts: Parts) {
    this.parts = parts
  }

  get key(): string {
    return this.parts[0]?.[0] ?? ''
  }

  in(locale: Locale): string {
    return sayIn(serverTexts, locale, this.parts) ?? ''
  }

  toString(): string {
    return this.in(defaultLocale)
  }

  toJSON(): string {
    return this.in(written)
  }

  /** The form for a database column, read by `storedSentence`. */
  get coded(): string {
    return JSON.stringify(this.parts)
  }
}

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

/** Joins sentences; a plain text is taken as it is. */
export function sayAll(sentences: readonly (Sentence | { toJSON(): string } | string)[]): Sentence {
  return new Sentence(
    sentences.flatMap(
      (one) => (one instanceof Sentence ? one : say('as_it_is', { words: String(one) })).parts,
    ),
  )
}

export function codedText(said: Sentence | string): string {
  return said instanceof Sentence ? said.coded : said
}

/** The coded sentence of a zod message, or the message's own words. */
export function sentenceOf(message: string): Sentence {
  const known = storedSentence(message)
  return known instanceof Sentence ? known : say('as_it_is', { words: known })
}

/** The sentence of a coded text; other texts, such as people's, unchanged. */
export function storedSentence(text: string): Sentence | string {
  const parts = decodeSentence(text)
  return parts && sayIn(serverTexts, defaultLocale, parts) !== undefined ? new Sentence(parts) : text
}

/**
 * Writes JSON with sentences in `locale`. JSON.stringify is synchronous, so no other answer can interfere.
 */
export function jsonIn(locale: Locale, answer: unknown): string {
  written = locale
  try {
    return JSON.stringify(answer)
  } finally {
    written = defaultLocale
  }
}
