import { expect } from 'vitest'
import { jsonIn, Sentence } from '#lib/core/sentence.ts'

const english = (value: unknown) => (value instanceof Sentence ? String(value) : value)

// A sentence equals the documented English that it says.
expect.addEqualityTesters([
  (a, b) => (a instanceof Sentence === b instanceof Sentence ? undefined : english(a) === english(b)),
])

/** What the API answers for a value: its sentences in English. */
export function inEnglish<T>(value: T): T {
  return value === undefined ? value : JSON.parse(jsonIn('en', value))
}
