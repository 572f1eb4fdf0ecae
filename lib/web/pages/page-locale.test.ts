import { expect, test } from 'vitest'
import configure from '../../../next.config.mjs'
import { pageLocaleOf } from './page-locale.ts'

const requests = [
  ['sw', 'a=b; locale=sw', 'en'],
  ['en', 'locale=en', 'sw'],
  ['sw', '', 'sw'],
  ['sw', 'locale=xx', 'sw-KE,sw;q=0.9,en;q=0.8'],
  ['sw', '', 'SW;q=0.9'],
  ['en', '', 'en-KE,sw;q=0.9'],
  ['en', '', 'swc'],
  ['en', '', ''],
  ['en', 'my_locale=sw', undefined],
] as const

test.each(requests)('%s for the cookie “%s” of a browser that prefers “%s”', (locale, cookie, accepted) => {
  expect(pageLocaleOf(cookie, accepted)).toBe(locale)
})

test.each(requests)('%s is where Next leads them too: “%s”, “%s”', async (locale, cookie, accepted) => {
  const config = await configure('phase-production-server')
  const rewrites = await config.rewrites?.()
  if (!rewrites || Array.isArray(rewrites)) throw new Error('no rewrites')
  const values: Record<string, string | undefined> = {
    cookie: /(?:^|; )locale=([^;]*)/.exec(cookie)?.[1],
    header: accepted,
  }
  const fits = (one: { type: string; value?: string }) =>
    values[one.type] !== undefined && new RegExp(`^${one.value}$`).test(values[one.type] ?? '')
  const found = rewrites.beforeFiles?.find(
    ({ source, has = [] }) => source.startsWith('/:path') && has.every(fits),
  )
  expect(found?.destination).toBe(`/${locale}/:path`)
})
