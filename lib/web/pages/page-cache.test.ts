import { expect, test } from 'vitest'
import { env } from '#lib/core/env.ts'
import { calledHosts, hashedScripts } from './content-security.ts'
import PageCache from './page-cache.ts'

async function keep(key: string, html: string, kind = 'APP_PAGE') {
  const value = { kind, html, headers: { 'x-own': '1' }, status: undefined }
  const pages = new PageCache()
  await pages.set(key, value)
  // Next creates a cache per request.
  return { value, kept: (await new PageCache().get(key))?.value }
}

test('a page is answered, and kept, with what it may run and call beside its other headers', async () => {
  const html =
    '<html><script src="/a.js" async=""></script><script>one && "<b>"</script><b>no</b><script id="x">two\n2</script></html>'
  const { value, kept } = await keep('/en/a', html)
  const policy = `${hashedScripts(['one && "<b>"', 'two\n2'])}; ${calledHosts(env.S3_ENDPOINT)}`
  const headers = { 'x-own': '1', 'content-security-policy': policy }
  expect(value).toMatchObject({ headers })
  expect(kept).toMatchObject({ headers, html })
})

test('a page about something missing is answered with its status, any other with 200', async () => {
  const missing = await keep('/en/b', '<head><meta name="answer-status" content="404"/></head>')
  expect(missing.value).toMatchObject({ status: 404 })
  expect(missing.kept).toMatchObject({ status: 404 })
  const found = await keep('/en/c', '<head><meta name="robots" content="404"></head>')
  expect(found.value).toMatchObject({ status: undefined })
})

test('what is no page is kept as it is', async () => {
  const { kept } = await keep('/api', '<script>one</script>', 'APP_ROUTE')
  expect(kept).toMatchObject({ headers: { 'x-own': '1' } })
})

test('it starts empty, and the pages that were rendered last stay', async () => {
  const pages = new PageCache()
  expect(await pages.get('/en/built')).toBeNull()
  for (let page = 0; page < 250; page += 1) await keep(`/en/video/${page}`, '<p>')
  expect(await pages.get('/en/video/0')).toBeNull()
  expect(await pages.get('/en/video/249')).not.toBeNull()
})
