import { expect } from 'vitest'
import { jsonIn, Sentence } from '#lib/core/sentence.ts'

const english = (value: unknown) => (value instanceof Sentence ? String(value) : value)

// In expectations, a sentence equals its English text.
expect.addEqualityTesters([
  (a, b) => (a instanceof Sentence === b instanceof Sentence ? undefined : english(a) === english(b)),
])

/** Returns a value as the API answers it in English. */
export function inEnglish<T>(value: T): T {
  return value === undefined ? value : JSON.parse(jsonIn('en', value))
}
