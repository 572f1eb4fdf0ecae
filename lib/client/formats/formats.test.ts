import { expect, test } from 'vitest'
import { formatLocales } from '#messages/locales.ts'
import { daysLeft, daysTo, formatCount, formatDuration, formatShillings } from './amounts.ts'
import { formatHours } from './formats.ts'

test('money is KES as Kenya writes it, with cents only where there are some', () => {
  expect(formatShillings(250)).toBe('KES\u00a0250')
  expect(formatShillings(25_000)).toBe('KES\u00a025,000')
  expect(formatShillings(0.5)).toBe('KES\u00a00.50')
  expect(formatShillings(-999_986_979)).toBe('−KES\u00a0999,986,979')
  expect(formatShillings(-0.5)).toBe('−KES\u00a00.50')
  expect(formatCount(12_480)).toBe('12,480')
})

test.each(Object.values(formatLocales))(
  'what is put together by hand is what Intl writes for %s',
  (locale) => {
    const count = new Intl.NumberFormat(locale)
    const numbers = [0, 7, 42, 999, 1_000, 10_000, 123_456, 1_000_000, 9_876_543_210]
    for (const number of numbers) expect(formatCount(number)).toBe(count.format(number))
    for (const amount of [...numbers, 0.5, 12.05, 999.99, 1_250.5, 250_000.1]) {
      const digits = Number.isInteger(amount) ? 0 : 2
      const money = new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: 'KES',
        currencyDisplay: 'code',
        minimumFractionDigits: digits,
        maximumFractionDigits: 2,
      })
      expect(formatShillings(amount)).toBe(money.format(amount))
    }
  },
)

test.each([
  [0, '0:00'],
  [4, '0:04'],
  [61.9, '1:01'],
  [3600, '60:00'],
  [null, ''],
  [-1, ''],
])('%j seconds are shown as %j', (seconds, shown) => {
  expect(formatDuration(seconds)).toBe(shown)
})

test('days are those of Nairobi; an end at midnight leaves the day before as the last', () => {
  const at = new Date('2026-11-20T12:00:00Z')
  expect(daysLeft('2026-11-20T21:00:00Z', at)).toBe(0)
  expect(daysLeft('2026-11-20T21:00:01Z', at)).toBe(1)
  expect(daysLeft('2026-11-21T21:00:00Z', at)).toBe(1)
  expect(daysLeft('2026-11-01T00:00:00Z', at)).toBe(0)
  expect(daysTo('2026-11-20T20:59:59Z', at)).toBe(0)
  expect(daysTo('2026-11-20T21:00:00Z', at)).toBe(1)
  expect(daysTo('2026-11-30T21:00:00Z', new Date('2026-11-27T22:00:00Z'))).toBe(3)
})

test('durations below one hour are in minutes', () => {
  const told = (hours: number, locale: string) => formatHours(hours, locale).replaceAll(/\s/g, ' ')
  expect([0.05, 0.99, 1, 5.26].map((hours) => told(hours, 'en'))).toEqual([
    '3 min',
    '59 min',
    '1 hr',
    '5.3 hr',
  ])
  expect([0.05, 1.5].map((hours) => told(hours, 'sw'))).toEqual(['dakika 3', 'saa 1.5'])
})
