import { fileTypeOf } from '#lib/client/kyc/kyc-file.ts'

/** Longer side in pixels: print on an ID is readable. */
const DOCUMENT_SIDE = 2_000
/** A JPEG up to this size and side is sent unchanged. */
const LIGHT_BYTES = 700 * 1024
const QUALITY = 0.85

export type Upload = { body: Blob; name: string; type: string }

/** Returns a smaller JPEG, because data costs users money. Returns unreadable files unchanged. */
export async function shrinkPicture(file: File, side: number): Promise<Upload> {
  return (await drawJpeg(file, side)) ?? { body: file, name: file.name, type: fileTypeOf(file) }
}

/** @returns null if the browser cannot open the photo */
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

/** Checks the first bytes, as the server does: chat apps save other types as .jpg. */
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
  // Transparent parts would turn black in a JPEG.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
}
