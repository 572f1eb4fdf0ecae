import sharp from 'sharp'
import { PICTURE_PIXELS_MAX } from '#lib/contract/kyc/requirements.ts'

/**
 * Draws a picture again, upright and at most `side` pixels long, as WebP. The camera's notes are left out, so that nobody
 * reads from a public picture where it was taken.
 * @returns null where the bytes are not a whole picture
 */
export async function redrawPicture(bytes: Uint8Array, side: number): Promise<Uint8Array | null> {
  try {
    const drawn = await sharp(bytes, { limitInputPixels: PICTURE_PIXELS_MAX })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer()
    return new Uint8Array(drawn)
  } catch {
    // Any error here is caused by the uploaded file.
    return null
  }
}
