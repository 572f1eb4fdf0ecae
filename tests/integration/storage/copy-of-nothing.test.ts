// SeaweedFS, which docker-compose.yml starts, answers a copy of what is not there as a wrong argument.
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

const at = (key: string) => ({ bucket: 'private', key: `copy-of-nothing/${key}` }) as const
const content = { body: Buffer.from('a picture'), contentType: 'image/webp' }

let server: Server
let storage: typeof import('#lib/core/storage.ts')
beforeAll(async () => {
  const store = new URL(inject('services').s3Endpoint)
  // The store itself, except that it refuses copies as SeaweedFS 3.97 does. The signature names this server, which is passed on.
  server = createServer((asked, answer) => {
    if (asked.headers['x-amz-copy-source'] !== undefined) {
      answer.writeHead(400, { 'content-type': 'application/xml' })
      answer.end(
        '<?xml version="1.0" encoding="UTF-8"?><Error><Code>InvalidArgument</Code><Message>Copy Source must mention the source bucket and key: sourcebucket/sourcekey.</Message></Error>',
      )
      return
    }
    const { method, url: path, headers } = asked
    const passed = request({ host: store.hostname, port: store.port, method, path, headers }, (told) => {
      answer.writeHead(told.statusCode ?? 500, told.headers)
      told.pipe(answer)
    })
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.env.S3_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  storage = await import('#lib/core/storage.ts')
})
afterAll(() => {
  storage.closeStorage()
  server.closeAllConnections()
  server.close()
})

test('where nothing was there, nothing was copied', async () => {
  expect(await storage.copyObject(at('nothing'), at('to'), content)).toBe(false)
})

test('where there was something, the refusal is told', async () => {
  await storage.putObject(at('something'), content)
  await expect(storage.copyObject(at('something'), at('to'), content)).rejects.toMatchObject({
    name: 'InvalidArgument',
  })
})
