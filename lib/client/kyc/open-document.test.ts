import { afterEach, expect, test, vi } from 'vitest'
import { brokenFiles, drawPicture, halfOfJpeg, makeFile } from '#tests/support/files.ts'
import { countPixels, isWholeJpeg, sniffDocument } from './document-file.ts'
import { openDocument } from './open-document.ts'

/** Browsers give a file its name's type. */
const picked = (bytes: Uint8Array, name: string, type = '') =>
  new File([Uint8Array.from(bytes)], name, { type })
const jpeg = await drawPicture('jpeg')
const pdf = makeFile('application/pdf')

const half = await halfOfJpeg()

/** A browser opens even a part of a picture. */
function browserOpensPictures() {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 640, height: 480, close: () => undefined }))
}
afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  ['a JPEG of three bytes', brokenFiles.threeBytes, 'damaged'],
  ['a cut JPEG', brokenFiles.cutJpeg, 'damaged'],
  ['a JPEG without its lower half', half, 'damaged'],
  ['a picture of 900 megapixels', brokenFiles.hugePng, 'too_big'],
  ['a PDF with a password', brokenFiles.lockedPdf, 'locked'],
  ['a PDF without pages', brokenFiles.emptyPdf, 'no_pages'],
  ['a cut PDF', brokenFiles.cutPdf, 'damaged'],
  ['a PDF of 11 MB', makeFile('application/pdf', 11 * 1024 * 1024), 'too_large'],
])('a document says why it cannot be opened, before anything is sent: %s', async (_what, bytes, problem) => {
  browserOpensPictures()
  expect(await openDocument(picked(bytes, 'id.bin'))).toEqual({ problem })
})

test('what the browser cannot open either is damaged, or no document', async () => {
  expect(await openDocument(picked(jpeg, 'id.jpg'))).toEqual({ problem: 'damaged' })
  expect(await openDocument(picked(makeFile('text/html'), 'id.jpg', 'image/jpeg'))).toEqual({
    problem: 'wrong_type',
  })
  expect(await openDocument(picked(makeFile('text/html'), 'id.html'))).toEqual({ problem: 'wrong_type' })
})

test('a JPEG that is called HEIC is sent as a JPEG', async () => {
  browserOpensPictures()
  const file = picked(jpeg, 'IMG_1.HEIC', 'image/heic')
  expect(await openDocument(file)).toEqual({ upload: { body: file, name: 'IMG_1.jpg', type: 'image/jpeg' } })
})

test('a PDF is taken as it is, also behind what a printer writes', async () => {
  for (const before of ['', '\n', `\x1b%-12345X@PJL JOB\r\n${' '.repeat(900)}`]) {
    const file = picked(Buffer.concat([Buffer.from(before), pdf]), 'id.jpg', 'image/jpeg')
    expect(await openDocument(file)).toEqual({
      upload: { body: file, name: 'id.jpg', type: 'application/pdf' },
    })
  }
})

test('a HEIC picture that this browser cannot open is left to the server', async () => {
  const file = picked(makeFile('image/heic'), 'IMG_1.HEIC')
  expect(await openDocument(file)).toEqual({ upload: { body: file, name: 'IMG_1.HEIC', type: 'image/heic' } })
})

test.each([
  ['image/jpeg', jpeg],
  ['image/png', await drawPicture('png')],
  ['image/webp', await drawPicture('webp')],
  ['image/heic', makeFile('image/heic')],
  ['application/pdf', pdf],
  [null, makeFile('text/html')],
])('the content tells the type, and not the name: %s', async (type, bytes) => {
  expect(await sniffDocument(picked(bytes, 'front.HEIC', 'image/heic'))).toBe(type)
})

test('pixels are counted before they are decoded, and a JPEG is whole if its last marker is there', async () => {
  expect(await countPixels(picked(brokenFiles.hugePng, 'a.png'))).toBe(900_000_000)
  expect(await countPixels(picked(jpeg, 'a.jpg'))).toBe(640 * 480)
  expect(await isWholeJpeg(picked(jpeg, 'a.jpg'))).toBe(true)
  // Some phones append bytes.
  expect(await isWholeJpeg(picked(Buffer.concat([jpeg, Buffer.alloc(900)]), 'a.jpg'))).toBe(true)
  expect(await isWholeJpeg(picked(half, 'a.jpg'))).toBe(false)
})
