import { isPdf } from '#lib/contract/kyc/is-pdf.ts'

export type DocumentType = 'application/pdf' | 'image/heic' | 'image/jpeg' | 'image/png' | 'image/webp'

/** As many bytes as tell a type, and lead to the size of a picture behind a camera's notes. */
const START = 256 * 1024

/** Returns the type of a file by its first bytes; null for what is no document. Names and declared types may be wrong. */
export async function sniffDocument(file: Blob): Promise<DocumentType | null> {
  const bytes = new Uint8Array(await file.slice(0, 1_024).arrayBuffer())
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, 12))
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg'
  if (text.slice(1, 4) === 'PNG') return 'image/png'
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'image/webp'
  if (/^.{4}ftyp(hei[cxms]|hev[cxms]|mif1|msf1)/s.test(text)) return 'image/heic'
  return isPdf(bytes) ? 'application/pdf' : null
}

export async function isPdfFile(file: Blob): Promise<boolean> {
  return (await sniffDocument(file)) === 'application/pdf'
}

/** Returns how many pixels a picture says it has, before anything is decoded; null if it does not say so at its beginning. */
export async function countPixels(file: Blob): Promise<number | null> {
  const { imageSize } = await import('image-size')
  try {
    const { width, height } = imageSize(new Uint8Array(await file.slice(0, START).arrayBuffer()))
    return width * height
  } catch {
    return null
  }
}

/** Whether a JPEG has its last marker. Browsers decode what is there of one that was cut, and leave the rest grey. */
export async function isWholeJpeg(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) {
      // Pixels: they go on to the next marker. 0xff00 is a byte of them, and 0xffd0 to 0xffd7 stand between them.
      at = bytes.indexOf(0xff, at)
      if (at === -1) return false
    }
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xd9) return true
    const isPixels = marker === 0 || (marker >= 0xd0 && marker <= 0xd7)
    if (isPixels || marker === 0xff) at += isPixels ? 2 : 1
    else at += 2 + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0)
  }
  return bytes[bytes.length - 2] === 0xff && bytes[bytes.length - 1] === 0xd9
}
