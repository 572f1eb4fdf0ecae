import { expect, test } from 'vitest'
import { monthTitle } from './month-title.ts'

test.each([
  ['November 2026 Challenge', 'sw', 'Shindano la Novemba 2026'],
  ['May 2027 Challenge', 'sw', 'Shindano la Mei 2027'],
  ['November 2026 Challenge', 'en', 'November 2026 Challenge'],
  ['November 2026 Challenge', 'fr', 'November 2026 Challenge'],
  ['Christmas 2026 Challenge', 'sw', 'Christmas 2026 Challenge'],
  ['Madaraka', 'sw', 'Madaraka'],
])('%s in %s is %s', (title, locale, expected) => {
  expect(monthTitle(title, locale)).toBe(expected)
})
