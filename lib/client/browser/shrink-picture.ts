import { fileTypeOf } from '#lib/client/kyc/kyc-file.ts'

/** Pixels of the longer side, with which the print on an ID can be read. */
const DOCUMENT_SIDE = 2_000
/** A JPEG that is lighter than this, and small enough in pixels, is sent as it is. */
const LIGHT_BYTES = 700 * 1024
const QUALITY = 0.85

export type Upload = { body: Blob; name: string; type: string }

/**
 * Makes a photo as small as its purpose allows, for bundles bought by the megabyte: a JPEG of at most `side` pixels.
 * A file that the browser can not open is sent as it is.
 */
export async function shrinkPicture(file: File, side: number): Promise<Upload> {
  return (await drawJpeg(file, side)) ?? { body: file, name: file.name, type: fileTypeOf(file) }
}

/** Makes a JPEG of a photo, of at most `side` pixels. @returns null if the browser cannot open it */
export async function drawJpeg(file: File, side = DOCUMENT_SIDE): Promise<Upload | null> {
  const picture = await openPicture(file)
  if (!picture) return null
  try {
    const scale = Math.min(1, side / Math.max(picture.width, picture.height))
    const isLight = scale === 1 && file.size <= LIGHT_BYTES && (await isJpeg(file))
    const body = isLight ? file : await toJpeg(picture, scale)
    return body && { body, name: file.name.replace(/(\.\w+)?$/, '.jpg'), type: 'image/jpeg' }
  } finally {
    picture.close()
  }
}

/** By its first bytes, as the server looks at it: chats save pictures of other types as .jpg. */
async function isJpeg(file: File): Promise<boolean> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  return first === 0xff && second === 0xd8
}

async function openPicture(file: File): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file)
  } catch {
    return null
  }
}

function toJpeg(picture: ImageBitmap, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  // JPEG has no transparency: without a background, transparent parts would turn black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
}
