import { createHash } from 'node:crypto'
import sharp from 'sharp'

const hex = (text: string) => Buffer.from(text, 'hex')
const base64 = (text: string) => Buffer.from(text, 'base64')
const filled = (start: Uint8Array, size: number) =>
  new Uint8Array(Buffer.concat([start, Buffer.alloc(size)], Math.max(size, start.byteLength)))

/** The smallest readable PDF: one empty page. */
const onePage = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`)

/** Returns a valid file, padded to `size` bytes. */
export function makeFile(type: string, size = 600): Uint8Array<ArrayBuffer> {
  return filled(starts[type] ?? Buffer.from(''), size)
}

const starts: Record<string, Buffer> = {
  'image/png': hex(
    '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000a49444154789c63000100000500010d0a2db40000000049454e44ae426082',
  ),
  'image/jpeg': base64(
    [
      '/9j/2wBDAP//////////////////////////////////////////////////////////////////////////////////////2wBD',
      'Af//////////////////////////////////////////////////////////////////////////////////////wAARCAABAAED',
      'ASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAL/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAA',
      'AQL/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCQAp//2Q==',
    ].join(''),
  ),
  'image/webp': hex(
    '524946462e0000005745425056503820220000007001009d012a010001000cc0ce25a0027401400000fedc5141f172f81256acc20000',
  ),
  // 64 by 48 pixels in HEVC, as phones write it.
  'image/heic': base64(
    [
      'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAvxtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA',
      'AA5waXRtAAAAAAACAAAAGGlkYXQAAAAAAEAAMAAAAAAAQAAwAAAAYGlsb2MBAAAAREAABAABAAAAAAAAAyAAAQAAAAAAAAAyAAIA',
      'AQAAAAAAAAABAAAAAAAAAAgAAwAAAAAAAANSAAEAAAAAAAAAEwAEAAEAAAAAAAAAAQAAAAgAAAAIAAAAYmlpbmYAAAAAAAQAAAAV',
      'aW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAAAVaW5mZQIAAAEAAwAAaHZjMQAAAAAVaW5mZQIAAAAABAAA',
      'Z3JpZAAAAAGxaXBycAAAAYRpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAA',
      'AwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAA',
      'AAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAQAAAADAAAAAQcGl4aQAAAAADCAgIAAAAcWh2Y0MBBAgAAAAAAAAAAAAe8AD8/Pj4AAAP',
      'AyAAAQAXQAEMAf//BAgAAAMAn/gAAAMAAB66AkAhAAEAJkIBAQQIAAADAJ/4AAADAAAewIIEFlurkprmwIAAAAMAgAAAAwCEIgAB',
      'AAZEAcFzwIkAAAAUaXNwZQAAAAAAAABAAAAAQAAAABRpc3BlAAAAAAAAAEAAAAAwAAAADnBpeGkAAAAAAQgAAAAnYXV4QwAAAAB1',
      'cm46bXBlZzpoZXZjOjIwMTU6YXV4aWQ6MQAAAAAlaXBtYQAAAAAAAAAEAAECgQIAAgIDhAADAoUGAAQDB4iJAAAANmlyZWYAAAAA',
      'AAAADmRpbWcAAgABAAEAAAAOZGltZwAEAAEAAwAAAA5hdXhsAAQAAQACAAAATW1kYXQAAAAuKAGvWPkS3f+y7kbVH/Z4y8cw1P4O',
      'v1t9d3utqZTsfX/521/vZ/36ORaETHLT3AAAAA8oAa6wtDy32H8gMAWeo4A=',
    ].join(''),
  ),
  'application/pdf': onePage,
  'audio/mpeg': hex('fffb9064'),
  'text/html': Buffer.from('<!doctype html><script>alert(1)</script>'),
}

export const brokenFiles = {
  threeBytes: hex('ffd8ff'),
  cutJpeg: makeFile('image/jpeg').subarray(0, 200),
  /** A PNG of 100 bytes that claims 900 megapixels. */
  hugePng: Buffer.concat([
    hex('89504e470d0a1a0a0000000d494844520000753000007530080200000041b1d9e5'),
    hex('0000000a49444154789c63000100000500010d0a2db40000000049454e44ae426082'),
  ]),
  cutPdf: onePage.subarray(0, 60),
  emptyPdf: Buffer.from(onePage.toString().replace('[3 0 R]/Count 1', '[]/Count 0')),
  lockedPdf: Buffer.from(
    onePage
      .toString()
      .replace(
        '/Root 1 0 R',
        `/Root 1 0 R/ID[<00><00>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${'ab'.repeat(32)}>/U<${'cd'.repeat(32)}>>>`,
      ),
  ),
  cutHeic: makeFile('image/heic').subarray(0, 840),
}

/** Returns a HEIC without pixel data, which only decoding reveals. */
export function hollowHeic(): Uint8Array<ArrayBuffer> {
  const file = makeFile('image/heic')
  // The highest byte of the first tile's offset, which now points outside the file.
  file[0x85] = 0x0f
  return file
}

export async function drawPicture(format: 'png' | 'jpeg' | 'webp'): Promise<Uint8Array<ArrayBuffer>> {
  const background = { r: 160, g: 48, b: 32 }
  const drawn = sharp({ create: { width: 640, height: 480, channels: 3, background } })
  return new Uint8Array(await drawn.toFormat(format).toBuffer())
}

/** Returns half a JPEG: its header is complete, its pixels are not. */
export async function halfOfJpeg(): Promise<Uint8Array<ArrayBuffer>> {
  const jpeg = await drawPicture('jpeg')
  return jpeg.subarray(0, Math.floor(jpeg.byteLength / 2))
}

export function checksumOf(file: Uint8Array): string {
  return createHash('sha256').update(file).digest('hex')
}

/** Uploads a file by a signed link. @returns the store's status */
export async function putFile(url: string, file: Uint8Array, contentType: string): Promise<number> {
  const answer = await fetch(url, {
    method: 'PUT',
    body: Buffer.from(file),
    headers: { 'Content-Type': contentType },
  })
  await answer.arrayBuffer()
  return answer.status
}
