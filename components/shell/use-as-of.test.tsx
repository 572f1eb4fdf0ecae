import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InLanguage } from '#tests/support/in-language.tsx'
import { useAsOf } from './use-as-of.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-27T11:05:00Z'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function Said({ at }: { at: number }) {
  return useAsOf()(at)
}

function said(moment: string, language: 'en' | 'sw'): string {
  return renderToStaticMarkup(
    <InLanguage language={language}>
      <Said at={Date.parse(moment)} />
    </InLanguage>,
  )
}

test('of today the time is said, of another day in Nairobi the day as well', () => {
  expect(said('2026-11-27T06:30:00Z', 'en')).toBe('Numbers from 09:30')
  expect(said('2026-11-27T06:30:00Z', 'sw')).toBe('Hesabu za saa 09:30')
  expect(said('2026-11-26T20:30:00Z', 'en')).toMatch(/^Numbers from 26 Nov 2026, 23:30$/)
  expect(said('2026-11-26T20:30:00Z', 'sw')).toMatch(/^Hesabu za 26 Nov 2026,? 23:30$/)
})
