import sharp from 'sharp'
import { type DocumentProblem, HEIC_TYPE, PICTURE_PIXELS_MAX } from '#lib/contract/kyc/requirements.ts'
import { lookApart } from './look-apart.ts'
import { HEIC_PIXELS_MAX } from './policy.ts'

/** Ten times a normal picture's time. */
const DECODING_SECONDS = 10

/** Returns why officers could not open a document, or null. @param type by the first bytes */
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
    // `truncated` refuses only incomplete pictures: phones often violate the format slightly.
    await sharp(bytes, { limitInputPixels: most, failOn: 'truncated' })
      .timeout({ seconds: DECODING_SECONDS })
      .resize(64)
      .raw()
      .toBuffer()
    return null
  } catch (error) {
    // sharp fails only for a broken file, or one that takes too long: some small files take minutes.
    return error instanceof Error && error.message.startsWith('timeout') ? 'too_big' : 'damaged'
  }
}

/** Whether the box of the picture reaches beyond the file. Unknown bytes after the boxes are no error. */
function isCutHeic(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + 8 <= bytes.byteLength; ) {
    const size = view.getUint32(at)
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    // Size 0 means the rest of the file, 1 a 64-bit size.
    if (size < 8) return false
    if (at + size > bytes.byteLength) return name === 'mdat' || name === 'meta'
    at += size
  }
  return false
}

/** @returns the JPEG, or the problem */
export async function convertHeic(bytes: Uint8Array): Promise<Uint8Array | DocumentProblem> {
  const found = await lookApart('heic', bytes)
  return 'problem' in found ? found.problem : (found.jpeg ?? 'damaged')
}
