// Files as browsers upload them: small, but what their first bytes say.
import { createHash } from 'node:crypto'
import sharp from 'sharp'

const hex = (text: string) => Buffer.from(text, 'hex')
const filled = (start: Uint8Array, size: number) =>
  new Uint8Array(Buffer.concat([start, Buffer.alloc(size)], Math.max(size, start.byteLength)))

/** A file of that type, so many bytes long. */
export function makeFile(type: string, size = 600): Uint8Array<ArrayBuffer> {
  return filled(starts[type] ?? Buffer.from(''), size)
}

const starts: Record<string, Buffer> = {
  'image/png': hex(
    '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000a49444154789c63000100000500010d0a2db40000000049454e44ae426082',
  ),
  'image/jpeg': hex('ffd8ffe000104a46494600010100000100010000'),
  'image/webp': Buffer.from('RIFF\x24\0\0\0WEBPVP8 '),
  'image/heic': Buffer.concat([hex('00000018'), Buffer.from('ftypheic\0\0\0\0mif1heic')]),
  'application/pdf': Buffer.from('%PDF-1.7\n1 0 obj\n'),
  'audio/mpeg': hex('fffb9064'),
  'text/html': Buffer.from('<!doctype html><script>alert(1)</script>'),
}

/** A picture that can be looked at. */
export async function drawPicture(format: 'png' | 'jpeg' | 'webp'): Promise<Uint8Array<ArrayBuffer>> {
  const background = { r: 160, g: 48, b: 32 }
  const drawn = sharp({ create: { width: 640, height: 480, channels: 3, background } })
  return new Uint8Array(await drawn.toFormat(format).toBuffer())
}

/** SHA-256 in hex. */
export function checksumOf(file: Uint8Array): string {
  return createHash('sha256').update(file).digest('hex')
}

/** Puts a file to a signed link, as a browser does. @returns the store's status */
export async function putFile(url: string, file: Uint8Array, contentType: string): Promise<number> {
  const answer = await fetch(url, {
    method: 'PUT',
    body: Buffer.from(file),
    headers: { 'Content-Type': contentType },
  })
  await answer.arrayBuffer()
  return answer.status
}
