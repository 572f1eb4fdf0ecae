import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { InLanguage } from '#tests/support/in-language.tsx'
import { countActive, FilterFields } from './filter-fields.tsx'

function shown(active: number, language: 'en' | 'sw' = 'en'): string {
  return renderToStaticMarkup(
    <InLanguage language={language}>
      <FilterFields active={active}>
        <input name="from" />
      </FilterFields>
    </InLanguage>,
  )
}
const words = (markup: string) => markup.replaceAll(/<[^>]*>/g, '')

test('a button that large screens do not have opens the fields, which are closed at first', () => {
  const markup = shown(0)
  const [button = ''] = markup.match(/<button [^>]*>/) ?? []
  const [, controlled] = button.match(/aria-controls="([^"]+)"/) ?? []
  expect(button).toContain('aria-expanded="false"')
  expect(button).toContain('xl:hidden')
  const [fields = ''] = markup.match(new RegExp(`<div id="${controlled}"[^>]*>`)) ?? []
  expect(fields).toContain(' hidden"')
  expect(fields).toContain('xl:flex')
  expect(markup).toContain('name="from"')
})

test.each([
  ['en', 'Filters', 'Filters · 2'],
  ['sw', 'Vichujio', 'Vichujio · 2'],
] as const)('the button tells how many are active (%s)', (language, none, two) => {
  expect(words(shown(0, language))).toBe(none)
  expect(words(shown(2, language))).toBe(two)
})

test('active filters are cleared by one press', () => {
  const withClear = (active: number) =>
    renderToStaticMarkup(
      <InLanguage>
        <FilterFields active={active} onClear={() => undefined}>
          <input name="from" />
        </FilterFields>
      </InLanguage>,
    )
  expect(words(withClear(1))).toContain('Clear filters')
  expect(words(withClear(0))).not.toContain('Clear filters')
})

test('a search is no filter of the fields, and neither is an empty one', () => {
  expect(countActive({ search: 'amina', from: '', to: '2026-11-30', kind: undefined, role: false })).toBe(1)
  expect(countActive({ search: 'amina' })).toBe(0)
})
