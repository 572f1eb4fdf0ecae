// A store that takes connections and then says nothing, as one does whose machine hangs.

import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'

const at = { bucket: 'private', key: 'silent-store/one' } as const

let server: Server
let storage: typeof import('#lib/core/storage.ts')
beforeAll(async () => {
  server = createServer((socket) => socket.on('error', () => undefined).resume())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.env.S3_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  process.env.S3_TIMEOUT_MS = '200'
  storage = await import('#lib/core/storage.ts')
})
afterAll(() => {
  storage.closeStorage()
  server.close()
})

test('holds nobody who reads or writes', async () => {
  await expect(storage.headObject(at)).rejects.toMatchObject({ name: 'TimeoutError' })
  const content = { body: Buffer.from('a picture'), contentType: 'image/webp' }
  await expect(storage.putObject(at, content)).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('holds nobody who passes on what it sends', async () => {
  await expect(storage.askForObject(at, 'GET', {})).rejects.toThrow('The object store does not answer.')
})
