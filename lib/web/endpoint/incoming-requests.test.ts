import { createServer, request, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { prepareIncomingRequests } from './incoming-requests.ts'

const seen = z.object({
  method: z.string(),
  url: z.string(),
  forwardedFor: z.string(),
  nexts: z.array(z.string()),
  bounded: z.array(z.string()),
})

let server: Server
beforeAll(async () => {
  prepareIncomingRequests()
  server = createServer(({ method, url, headers }, response) =>
    response.end(
      JSON.stringify({
        method,
        url,
        forwardedFor: headers['x-forwarded-for'],
        bounded: Object.keys(headers).filter((name) =>
          /^(?:accept|range|if-none|cache-c|content-t)/.test(name),
        ),
        nexts: Object.keys(headers).filter((name) => /^(?:rsc|next-|content-security)/.test(name)),
      }),
    ),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.close()
})

function ask(method: string, path: string, headers: Record<string, string | string[]> = {}) {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return new Promise<z.infer<typeof seen>>((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, method, path, headers }, async (response) => {
      const chunks = await response.toArray()
      resolve(seen.parse(JSON.parse(Buffer.concat(chunks).toString())))
    })
    asked.on('error', reject).end()
  })
}

test('the last forwarded address is the one of the socket, whatever the client says', async () => {
  expect((await ask('GET', '/')).forwardedFor).toBe('127.0.0.1')
  expect((await ask('GET', '/', { 'x-forwarded-for': '8.8.8.8' })).forwardedFor).toBe('8.8.8.8, 127.0.0.1')
  expect((await ask('GET', '/', { 'x-forwarded-for': ['8.8.8.8', '127.0.0.1'] })).forwardedFor).toBe(
    '8.8.8.8, 127.0.0.1, 127.0.0.1',
  )
})

test('a path that cannot be decoded is taken literally, every other stays as it is', async () => {
  expect((await ask('GET', '/api/videos/%E0%A4%A/?page=%zz')).url).toBe(
    '/api/videos/%25E0%25A4%25A/?page=%zz',
  )
  expect((await ask('GET', '/api/%zz')).url).toBe('/api/%25zz')
  expect((await ask('GET', '/video/%F0%9F%95%BA?a=1?b=%')).url).toBe('/video/%F0%9F%95%BA?a=1?b=%')
})

test('a method that no handler can be given is one that no call takes', async () => {
  for (const method of ['TRACE', 'PROPFIND', 'PURGE']) expect((await ask(method, '/')).method).toBe('PUT')
  for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS'])
    expect((await ask(method, '/')).method).toBe(method)
})

test('what Next takes for a request for data is one only with the header that says so, and a policy is none of theirs', async () => {
  const headers = {
    'next-router-prefetch': '1',
    'next-router-segment-prefetch': '/_tree',
    'next-router-state-tree': '[]',
  }
  const policies = {
    'content-security-policy': "script-src 'nonce-x'",
    'content-security-policy-report-only': 'x',
  }
  expect((await ask('GET', '/', { ...headers, ...policies })).nexts).toEqual([])
  expect((await ask('GET', '/', { ...headers, rsc: '0' })).nexts).toEqual(['rsc'])
  expect((await ask('GET', '/', { ...headers, rsc: '1' })).nexts.sort()).toEqual(
    [...Object.keys(headers), 'rsc'].sort(),
  )
})

test('a whole address, as to a proxy, is its path', async () => {
  expect((await ask('GET', 'http://elsewhere.test/api/videos/?page=2')).url).toBe('/api/videos/?page=2')
})

test('headers that are longer than anybody writes them are not there', async () => {
  const names = ['accept', 'accept-encoding', 'accept-language', 'cache-control', 'content-type', 'range']
  const of = (value: string) => Object.fromEntries(names.map((name) => [name, value]))
  expect((await ask('GET', '/', of('sw-KE,sw;q=0.9,en;q=0.8'))).bounded.sort()).toEqual(names)
  const { bounded } = await ask('GET', '/', of(`en${' '.repeat(2_000)};q=1`))
  expect(bounded).toEqual([])
})
