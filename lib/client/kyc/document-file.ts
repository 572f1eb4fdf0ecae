import { isPdf } from '#lib/contract/kyc/is-pdf.ts'

export type DocumentType = 'application/pdf' | 'image/heic' | 'image/jpeg' | 'image/png' | 'image/webp'

/** Bytes to read for a picture's size, which follows the camera's metadata. */
const START = 256 * 1024

/**
 * Returns the type by the file's first bytes, because names can be wrong. Null if the file is no document.
 */
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

/** The pixels that a picture declares, without decoding it; null if unknown. */
export async function countPixels(file: Blob): Promise<number | null> {
  const { imageSize } = await import('image-size')
  try {
    const { width, height } = imageSize(new Uint8Array(await file.slice(0, START).arrayBuffer()))
    return width * height
  } catch {
    return null
  }
}

/** Checks the end marker. Browsers show a truncated JPEG with a grey rest. */
export async function isWholeJpeg(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) {
      // Skips pixel data to the next marker; 0xff00 and 0xffd0 to 0xffd7 belong to the pixels.
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
