import sharp from 'sharp'

/** A bomb of a picture is small as a file: more pixels than any phone takes are not drawn. */
const MAX_PIXELS = 60_000_000

/**
 * Draws a picture anew, upright and at most `side` pixels long, as WebP. What the camera wrote beside it stays behind:
 * everybody may see the picture, nobody where it was taken.
 * @returns null where the bytes are no whole picture
 */
export async function redrawPicture(bytes: Uint8Array, side: number): Promise<Uint8Array | null> {
  try {
    const drawn = await sharp(bytes, { limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer()
    return new Uint8Array(drawn)
  } catch {
    // Whatever it does not like about a stranger's file is the file's fault.
    return null
  }
}
