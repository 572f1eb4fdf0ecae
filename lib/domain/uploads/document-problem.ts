import sharp from 'sharp'
import { type DocumentProblem, HEIC_TYPE, PICTURE_PIXELS_MAX } from '#lib/contract/kyc/requirements.ts'
import { lookApart } from './look-apart.ts'
import { HEIC_PIXELS_MAX } from './policy.ts'

/** An honest picture takes a tenth of it. */
const DECODING_SECONDS = 10

/**
 * Opens a document as officers will, and returns why that is not possible; null if it is. Of a HEIC picture only the header is read.
 * @param type of its first bytes
 */
export async function findDocumentProblem(bytes: Uint8Array, type: string): Promise<DocumentProblem | null> {
  if (type !== 'application/pdf') return findPictureProblem(bytes, type)
  const found = await lookApart('pdf', bytes)
  return 'problem' in found ? found.problem : null
}

async function findPictureProblem(bytes: Uint8Array, type: string): Promise<DocumentProblem | null> {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    const most = type === HEIC_TYPE ? HEIC_PIXELS_MAX : PICTURE_PIXELS_MAX
    if (width * height > most) return 'too_big'
    if (type === HEIC_TYPE) return isCutHeic(bytes) ? 'damaged' : null
    // All of it is decoded, but only as many pixels stay in memory. Some phones write files that are not quite by the book.
    await sharp(bytes, { limitInputPixels: most, failOn: 'truncated' })
      .timeout({ seconds: DECODING_SECONDS })
      .resize(64)
      .raw()
      .toBuffer()
    return null
  } catch (error) {
    // Any error here is caused by the file. Some are small, and take minutes to decode.
    return error instanceof Error && error.message.startsWith('timeout') ? 'too_big' : 'damaged'
  }
}

/** Whether the box with the picture reaches beyond the end of the file. Some phones write other bytes behind the boxes. */
function isCutHeic(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + 8 <= bytes.byteLength; ) {
    const size = view.getUint32(at)
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    // A size of 0 means all that follows, 1 that the size stands in the next eight bytes.
    if (size < 8) return false
    if (at + size > bytes.byteLength) return name === 'mdat' || name === 'meta'
    at += size
  }
  return false
}

/** Converts a HEIC picture. @returns the JPEG, or why there is none */
export async function convertHeic(bytes: Uint8Array): Promise<Uint8Array | DocumentProblem> {
  const found = await lookApart('heic', bytes)
  return 'problem' in found ? found.problem : (found.jpeg ?? 'damaged')
}
