import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { env } from '#lib/core/env.ts'
import { calledHosts, hashedScripts } from './content-security.ts'
import PageCache from './page-cache.ts'

const load = createRequire(import.meta.url)
// The file system as Next hands it to its store, and its names for what is stored.
const { nodeFs } = load('next/dist/server/lib/node-fs-methods')
const { CachedRouteKind, IncrementalCacheKind } = load('next/dist/server/response-cache/types')

let folder: string
let pages: PageCache

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'page-cache-'))
  pages = new PageCache({
    fs: nodeFs,
    flushToDisk: false,
    serverDistDir: folder,
    maxMemoryCacheSize: 1_000_000,
    revalidatedTags: [],
    _requestHeaders: {},
  })
})

afterAll(() => rm(folder, { recursive: true }))

const asPage = { kind: IncrementalCacheKind.APP_PAGE, isFallback: false, isRoutePPREnabled: false }

async function keep(key: string, html: string) {
  const value: Parameters<PageCache['set']>[1] = {
    kind: CachedRouteKind.APP_PAGE,
    html,
    rscData: undefined,
    headers: { 'x-own': '1' },
    status: undefined,
    postponed: undefined,
    segmentData: undefined,
  }
  await pages.set(key, value, { cacheControl: { revalidate: 5, expire: 15 } })
  const kept = await pages.get(key, asPage)
  return { value, kept: kept?.value, renderedAt: kept?.lastModified ?? 0 }
}

test('a page is answered, and kept, with what it may run and call beside its other headers', async () => {
  const html = '<html><script>one</script></html>'
  const { value, kept } = await keep('/en/a', html)
  const policy = `${hashedScripts(html)}; ${calledHosts(env.S3_ENDPOINT)}`
  const headers = { 'x-own': '1', 'content-security-policy': policy }
  expect(value).toMatchObject({ headers })
  expect(kept).toMatchObject({ headers, html })
})

test('a page about something missing is answered with its status, any other with 200', async () => {
  const missing = await keep('/en/b', '<head><meta name="answer-status" content="404"/></head>')
  expect(missing.value).toMatchObject({ status: 404 })
  expect(missing.kept).toMatchObject({ status: 404 })
  const found = await keep('/en/c', '<head></head>')
  expect(found.value).toMatchObject({ status: undefined })
})

test('a page of the build is rendered anew before it is sent, and what was rendered since is not', async () => {
  const file = path.join(folder, 'app', 'en', 'built')
  await mkdir(path.dirname(file), { recursive: true })
  for (const [ending, text] of Object.entries({ html: '<head></head>', rsc: '', meta: '{}' }))
    await writeFile(`${file}.${ending}`, text)
  // The build has just ended: Next would still send its pages.
  const ended = performance.timeOrigin / 1000 - 1
  await utimes(`${file}.html`, ended, ended)
  expect(await pages.get('/en/built', asPage)).toMatchObject({ lastModified: -1 })
  expect(await pages.get('/en/built', asPage)).toMatchObject({ lastModified: -1 })
  const { renderedAt } = await keep('/en/built', '<head>with data</head>')
  expect(renderedAt).toBeGreaterThan(performance.timeOrigin)
})
