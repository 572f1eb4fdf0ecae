import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawJpeg } from './shrink-picture.ts'

const drawn = new Blob(['drawn'], { type: 'image/jpeg' })

beforeEach(() => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 640, height: 400, close: () => undefined }))
  const context = { fillRect: () => undefined, drawImage: () => undefined }
  const canvas = { getContext: () => context, toBlob: (tell: (blob: Blob) => void) => tell(drawn) }
  vi.stubGlobal('document', { createElement: () => canvas })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const jpeg = [0xff, 0xd8, 0xff, 0xe0]
const webp = [...Buffer.from('RIFF\0\0\0\0WEBP')]
const named = (name: string, bytes: readonly number[], type: string) =>
  new File([new Uint8Array(bytes)], name, { type })

test('a light JPEG is sent as it is', async () => {
  const file = named('front.jpg', jpeg, 'image/jpeg')
  expect(await drawJpeg(file)).toEqual({ body: file, name: 'front.jpg', type: 'image/jpeg' })
})

test.each([
  ['front.jpg', 'image/jpeg'],
  ['front.jpeg', ''],
  ['front', 'image/jpeg'],
])(
  'another picture that is called %s of type “%s” is drawn as the JPEG that it is announced as',
  async (name, type) => {
    const upload = await drawJpeg(named(name, webp, type))
    expect(upload).toMatchObject({ name: 'front.jpg', type: 'image/jpeg' })
    expect(upload?.body).toBe(drawn)
  },
)
