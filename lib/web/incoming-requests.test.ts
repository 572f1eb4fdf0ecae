import { createServer, request, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { prepareIncomingRequests } from './incoming-requests.ts'

const seen = z.object({ method: z.string(), url: z.string(), forwardedFor: z.string() })

let server: Server
beforeAll(async () => {
  prepareIncomingRequests()
  server = createServer(({ method, url, headers }, response) =>
    response.end(JSON.stringify({ method, url, forwardedFor: headers['x-forwarded-for'] })),
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
