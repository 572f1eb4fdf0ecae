import { expect } from 'vitest'
import { Sentence } from '#lib/core/sentence.ts'

const english = (value: unknown) => (value instanceof Sentence ? String(value) : value)

// A sentence equals the documented English that it says.
expect.addEqualityTesters([
  (a, b) => (a instanceof Sentence === b instanceof Sentence ? undefined : english(a) === english(b)),
])
