import { expect, test } from 'vitest'
import { mailLocaleOf } from './mail-locale.ts'

const localeOf = (headers: Record<string, string>) =>
  mailLocaleOf(new Request('http://127.0.0.1/', { headers }))

test('what was picked on the site comes before what the browser prefers', () => {
  expect(localeOf({ cookie: 'a=b; locale=sw', 'accept-language': 'en' })).toBe('sw')
  expect(localeOf({ cookie: 'locale=en', 'accept-language': 'sw' })).toBe('en')
  expect(localeOf({ cookie: 'my_locale=sw' })).toBe('en')
})

test('the browser’s best language that we write in is taken', () => {
  expect(localeOf({ 'accept-language': 'sw-KE,sw;q=0.9,en;q=0.8' })).toBe('sw')
  expect(localeOf({ 'accept-language': 'de, en;q=0.5, sw;q=0.7' })).toBe('sw')
  expect(localeOf({ 'accept-language': 'sw;q=0, en' })).toBe('en')
})

test('a header is read as far as browsers write one', () => {
  expect(localeOf({ 'accept-language': `en${' '.repeat(14_000)};q=0.1, sw` })).toBe('en')
  expect(localeOf({ 'accept-language': `de,${'x,'.repeat(200)}sw` })).toBe('en')
  expect(localeOf({ 'accept-language': 'de , sw ; q=0.5 , en;q=0.4' })).toBe('sw')
})

test('English is what everybody else gets', () => {
  for (const header of ['', 'de-DE', '*', ';;q=,', 'swahili;q=x'])
    expect(localeOf({ 'accept-language': header })).toBe('en')
})
