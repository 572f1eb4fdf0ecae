import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendPrerendered } from '#tests/support/prerendered-page.ts'
import { packPages } from './pack-pages.ts'
import { ResponseCache } from './response-cache.ts'

const words = 'dance '.repeat(1_000)

let packsAll: boolean
let rendered: number
let render: (response: ServerResponse) => void
let server: Server
let origin: string

function sendPage(response: ServerResponse, headers: Record<string, string> = {}): void {
  sendPrerendered(response, [words, String(rendered)], headers)
}

beforeEach(async () => {
  packsAll = false
  rendered = 0
  render = sendPage
  let pages: ResponseCache
  let pack: ReturnType<typeof packPages>
  server = createServer((request, response) => {
    pages ??= new ResponseCache(() => 1_000, packsAll)
    pack ??= packPages(packsAll)
    if (pages.answer(request, response)) return
    rendered += 1
    pack(request, response)
    render(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

/** @returns how it came, and the number of its rendering */
async function ask(takes: string, path = '/'): Promise<[string | null, string]> {
  const answer = await fetch(origin + path, { headers: { 'accept-encoding': takes } })
  const text = await answer.text()
  expect(text.startsWith(words)).toBe(true)
  return [answer.headers.get('content-encoding'), text.slice(words.length)]
}

test('a page for all is packed for who takes Brotli, and kept so for a second; others get it as it is', async () => {
  expect(await ask('gzip, deflate, br')).toEqual(['br', '1'])
  expect(await ask('br')).toEqual(['br', '1'])
  expect(await ask('gzip')).toEqual([null, '2'])
  expect(await ask('identity')).toEqual([null, '2'])
  expect(await ask('br;q=0, gzip')).toEqual([null, '2'])
})

test('it says that caches have to tell them apart, and how long it is once it is kept', async () => {
  const headers = { 'accept-encoding': 'br' }
  for (const _time of [1, 2])
    expect((await fetch(origin, { headers })).headers.get('vary')).toMatch(/accept-encoding/i)
  const kept = await fetch(origin, { headers })
  expect(Number(kept.headers.get('content-length'))).toBeLessThan(100)
})

test('its data is packed as well', async () => {
  render = (response) => sendPage(response, { 'content-type': 'text/x-component' })
  expect(await ask('br')).toEqual(['br', '1'])
})

test.each([
  ['one person’s', { 'cache-control': 'private, no-store' }],
  ['with a cookie', { 'set-cookie': 'a=b' }],
  ['of a type that is packed already', { 'content-type': 'image/png' }],
])('what is %s is the proxy’s to pack', async (_, headers) => {
  render = (response) => sendPage(response, headers)
  expect(await ask('br')).toEqual([null, '1'])
})

test('where no proxy packs, all is packed here, by what each takes', async () => {
  packsAll = true
  expect(await ask('gzip, br')).toEqual(['br', '1'])
  expect(await ask('gzip')).toEqual(['gzip', '2'])
  expect(await ask('identity')).toEqual([null, '3'])
  expect(await ask('gzip;q=0')).toEqual([null, '4'])
  expect(await ask('gzip')).toEqual(['gzip', '2'])
  render = (response) => sendPage(response, { 'cache-control': 'private, no-store' })
  expect(await ask('br', '/mine')).toEqual(['br', '5'])
})
