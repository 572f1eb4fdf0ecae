import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, expect, it } from 'vitest'
import { newId } from '#lib/core/ids.ts'
import {
  closeStorage,
  deleteObject,
  headObject,
  listKeys,
  putObject,
  putStream,
  readObjectStart,
  signGet,
  signPut,
} from '#lib/core/storage.ts'

afterAll(() => closeStorage())

const newPlace = () => ({ bucket: 'private', key: `tests/${newId()}` }) as const
const bytes = new TextEncoder().encode('ID3 and what follows')

async function put(url: string, body: BodyInit, contentType: string): Promise<number> {
  const answer = await fetch(url, { method: 'PUT', body, headers: { 'Content-Type': contentType } })
  await answer.arrayBuffer()
  return answer.status
}

it('keeps an object, tells its size and type, reads its start, and forgets it', async () => {
  const at = newPlace()
  await putObject(at, { body: bytes, contentType: 'audio/mpeg' })
  expect(await headObject(at)).toEqual({ size: bytes.byteLength, contentType: 'audio/mpeg' })
  expect(new TextDecoder().decode(await readObjectStart(at, 3))).toBe('ID3')
  expect(await readObjectStart(at, 1_000)).toHaveLength(bytes.byteLength)
  await deleteObject(at)
  expect(await headObject(at)).toBeNull()
  await deleteObject(at)
})

it('keeps a stream that is larger than a part, lists what lies below a name, and keeps nothing of one that breaks', async () => {
  const at = newPlace()
  const size = 17 * 1024 * 1024 + 5
  const part = randomBytes(1024 * 1024)
  const flow = function* () {
    for (let left = size; left > 0; left -= part.length) yield part.subarray(0, Math.min(left, part.length))
  }
  await putStream(at, Readable.from(flow()), 'application/octet-stream')
  expect(await headObject(at)).toMatchObject({ size })
  expect(await listKeys({ bucket: 'private', key: at.key.slice(0, -3) })).toEqual([at.key])
  await deleteObject(at)
  const breaking = Readable.from(
    (function* () {
      yield* flow()
      throw new Error('of the test')
    })(),
  )
  await expect(putStream(at, breaking, 'application/octet-stream')).rejects.toThrow('of the test')
  expect(await listKeys(at)).toEqual([])
})

it('reads nothing where there is nothing', async () => {
  const at = newPlace()
  await putObject(at, { body: new Uint8Array(), contentType: 'image/png' })
  expect(await readObjectStart(at, 16)).toHaveLength(0)
  expect(await readObjectStart(newPlace(), 16)).toHaveLength(0)
})

it('signs a link that reads one object and no other', async () => {
  const at = newPlace()
  await putObject(at, { body: bytes, contentType: 'audio/mpeg' })
  const url = await signGet(at, 60)
  const answer = await fetch(url)
  expect(await answer.bytes()).toEqual(bytes)
  const forged = new URL(url)
  forged.pathname = forged.pathname.replace(at.key, newPlace().key)
  expect((await fetch(forged)).status).toBe(403)
})

it('signs a link that takes exactly the promised size and type', async () => {
  const at = newPlace()
  const url = await signPut(at, { contentType: 'image/png', contentLength: bytes.byteLength }, 60)
  expect(await put(url, `${'x'.repeat(bytes.byteLength)}x`, 'image/png')).toBe(403)
  expect(await put(url, 'x', 'image/png')).toBe(403)
  expect(await put(url, bytes, 'text/html')).toBe(403)
  expect(await headObject(at)).toBeNull()
  expect(await put(url, bytes, 'image/png')).toBe(200)
  expect(await headObject(at)).toEqual({ size: bytes.byteLength, contentType: 'image/png' })
})

it('refuses a link whose end was put off', async () => {
  const at = newPlace()
  await putObject(at, { body: bytes, contentType: 'audio/mpeg' })
  const url = new URL(await signGet(at, 60))
  url.searchParams.set('X-Amz-Expires', '604800')
  expect((await fetch(url)).status).toBe(403)
})
