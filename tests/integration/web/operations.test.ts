import { afterAll, describe, expect, test } from 'vitest'
import { callsAndFiles } from '#lib/contract/all.ts'
import { closeDb } from '#lib/core/db.ts'
import { closeRedis, redis } from '#lib/core/redis.ts'
import { send } from '#tests/support/send.ts'
import { GET as docsFile } from '../../../app/api/docs/[file]/route.ts'
import { GET as docs } from '../../../app/api/docs/route.ts'
import { GET as health } from '../../../app/api/health/route.ts'
import { GET as metrics } from '../../../app/api/metrics/route.ts'
import { GET as openapi } from '../../../app/api/openapi.json/route.ts'
import { GET as ready } from '../../../app/api/ready/route.ts'

afterAll(async () => {
  await Promise.all([closeDb(), closeRedis()])
})

test('the process is up', async () => {
  expect(await (await send(health)).json()).toEqual({ status: 'ok' })
})

test('it is ready while Postgres and Redis answer, and only then', async () => {
  const fine = await send(ready)
  expect([fine.status, await fine.json()]).toEqual([
    200,
    { status: 'ready', checks: { postgres: 'ok', redis: 'ok' } },
  ])
  redis().disconnect()
  const without = await send(ready)
  expect([without.status, await without.json()]).toEqual([
    503,
    { status: 'unavailable', checks: { postgres: 'ok', redis: 'failed' } },
  ])
  await redis().connect()
  expect((await send(ready)).status).toBe(200)
})

describe('metrics', () => {
  test('count the calls by route and status, for this machine', async () => {
    await send(health)
    const page = await send(metrics, { address: '127.0.0.1' })
    expect(page.headers.get('content-type')).toMatch(/^text\/plain/)
    const text = await page.text()
    expect(text).toMatch(
      /ngoma_http_request_duration_seconds_count\{method="GET",route="\/health\/",status="200"\} [1-9]/,
    )
    expect(text).toContain('process_resident_memory_bytes')
  })

  test('are nobody else’s to read, whatever they claim', async () => {
    expect((await send(metrics, { address: '41.90.1.1' })).status).toBe(403)
    expect((await send(metrics, { address: '127.0.0.1, 41.90.1.1' })).status).toBe(403)
    const rebound = { address: '127.0.0.1', headers: { host: 'rebound.example' } }
    expect((await send(metrics, rebound)).status).toBe(403)
    // A proxy of this machine passes on what others ask.
    expect((await send(metrics, { address: '41.90.1.1, 127.0.0.1' })).status).toBe(403)
  })
})

test('the document holds every call', async () => {
  const { paths } = await (await send(openapi)).json()
  expect(Object.keys(paths)).toEqual([...new Set(callsAndFiles.map((call) => call.path))])
})

describe('the page for people', () => {
  test('loads nothing from elsewhere', async () => {
    const page = await send(docs)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
    const html = await page.text()
    const sources = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source)
    expect(sources.filter((source) => !source?.startsWith('/api/docs/'))).toEqual(['data:,'])
    for (const source of sources.filter((one) => one?.startsWith('/')))
      expect((await send(docsFile, { params: { file: source?.split('/').at(-1) ?? '' } })).status).toBe(200)
  })

  test('gives no other file away', async () => {
    for (const file of ['package.json', '../package.json', 'index.html', ''])
      expect((await send(docsFile, { params: { file } })).status).toBe(404)
  })
})
