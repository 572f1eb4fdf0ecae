import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PackedFiles } from './packed-files.ts'

const script = 'console.log("ngoma")'
let folder: string
let server: Server
let origin: string

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'ngoma-packed-'))
  mkdirSync(path.join(folder, 'chunks'))
  writeFileSync(path.join(folder, 'chunks', 'a.js.br'), brotliCompressSync(script))
  const files = new PackedFiles(folder)
  server = createServer((request, response) => {
    if (!files.answer(request, response)) response.end('next')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true })
})

const read = (to: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(origin + to, { method, headers: { 'accept-encoding': 'gzip, deflate, br, zstd', ...headers } })

test('a script goes out packed, for ever', async () => {
  const answer = await read('/_next/static/chunks/a.js')
  expect(await answer.text()).toBe(script)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/javascript; charset=UTF-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
})

test.each(['gzip', 'gzip, br;q=0', 'br ;q=0.0, gzip', 'brx', ''])('not to who takes “%s”', async (takes) => {
  expect(await (await read('/_next/static/chunks/a.js', { 'accept-encoding': takes })).text()).toBe('next')
})

test.each(['br', 'br;q=1.0, gzip', 'gzip,br'])('to who takes “%s”', async (takes) => {
  expect(await (await read('/_next/static/chunks/a.js', { 'accept-encoding': takes })).text()).toBe(script)
})

test.each([
  '/_next/static/chunks/b.js',
  '/_next/static/chunks/../chunks/%2e%2e/a.js',
  '/chunks/a.js',
  '/_next/static/chunks/a.js.br',
])('%s is not one of them', async (to) => {
  expect(await (await read(to)).text()).toBe('next')
})

test('a part is Next’s, and so is what is asked for otherwise', async () => {
  expect(await (await read('/_next/static/chunks/a.js', { range: 'bytes=0-3' })).text()).toBe('next')
  expect(await (await read('/_next/static/chunks/a.js', {}, 'POST')).text()).toBe('next')
})
