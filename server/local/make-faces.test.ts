import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { characters, textOf } from './make-faces.ts'

const root = path.join(import.meta.dirname, '..', '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

// Next wants literals there.
it('has the pages fetch a file for the characters that are in it', () => {
  const ranges = [...read('app/[locale]/fonts.ts').matchAll(/'(U\+[^']+)'/g)].map(([, range]) => range)
  expect(ranges.sort()).toEqual(
    [characters.accents, characters.accents, characters.extended, characters.extended].sort(),
  )
})

it('has each character in one file only, so that none is fetched for what another has', () => {
  const all = Object.values(characters).map(textOf).join('')
  expect(new Set(all).size).toBe([...all].length)
})

it('needs one file for the sentences of both languages', () => {
  const inFile = textOf(characters.plain)
  // No Latin font has these; browsers use a system font.
  const missing = [...new Set(['en', 'sw'].flatMap((locale) => [...read(`messages/${locale}.json`)]))].filter(
    (character) => !inFile.includes(character) && !'\n→⌘'.includes(character),
  )
  expect(missing).toEqual([])
})
