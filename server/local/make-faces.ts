import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import subsetFont from 'subset-font'

const root = path.join(import.meta.dirname, '..', '..')
const output = path.join(root, 'app/[locale]/faces')

/**
 * Characters by font file. Every page loads `plain`; browsers fetch the others when needed (`unicode-range` in
 * app/[locale]/fonts.ts): Beyoncé needs `accents`, Ngũgĩ needs `extended`.
 */
export const characters = {
  plain:
    'U+20-7E, U+A0, U+AD, U+B7, U+D7, U+F7, U+2013-2014, U+2018-2019, U+201C-201D, U+2022, U+2026, U+2191, U+2193, U+2212',
  accents:
    'U+A1-AC, U+AE-B6, U+B8-D6, U+D8-F6, U+F8-FF, U+131, U+152-153, U+2BB-2BC, U+2C6, U+2DA, U+2DC, U+20AC, U+2122',
  extended: 'U+100-130, U+132-151, U+154-24F, U+300-36F, U+1E00-1EFF',
} as const

const families = {
  text: { name: 'inter', weights: { min: 400, max: 700 } },
  loud: { name: 'bricolage-grotesque', weights: 750 },
} as const

// Font features that pages need; Inter's `calt` alone is a quarter of its file.
const keepFeatures = ['kern', 'ccmp', 'mark', 'mkmk', 'locl', 'tnum', 'lnum']

/** Writes to app/[locale]/faces. The files have a third of the original bytes. */
export async function makeFaces(): Promise<void> {
  rmSync(output, { recursive: true, force: true })
  mkdirSync(output, { recursive: true })
  for (const [face, { name, weights }] of Object.entries(families))
    for (const [part, ranges] of Object.entries(characters)) {
      // A constant, because the types do not know `keepFeatures`.
      const options = { targetFormat: 'woff2' as const, variationAxes: { wght: weights }, keepFeatures }
      // A file name of @fontsource.
      const file = `${name}/files/${name}-${part === 'extended' ? 'latin-ext' : 'latin'}-wght-normal.woff2`
      const font = readFileSync(path.join(root, 'node_modules/@fontsource-variable', file))
      const made = await subsetFont(font, textOf(ranges), options)
      writeFileSync(path.join(output, `${face}-${part}.woff2`), made)
    }
}

/** Returns the characters of ranges in CSS syntax. */
export function textOf(ranges: string): string {
  const characters = ranges.split(', ').flatMap((range) => {
    const [first = 0, last = first] = range
      .slice('U+'.length)
      .split('-')
      .map((code) => Number.parseInt(code, 16))
    return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))
  })
  return characters.join('')
}

if (import.meta.main) await makeFaces()
