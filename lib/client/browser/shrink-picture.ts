import { fileTypeOf } from '#lib/client/kyc/kyc-file.ts'

/** Pixels of the longer side: print on an ID stays readable. */
const DOCUMENT_SIDE = 2_000
/** Below this, and small enough in pixels, a JPEG is sent as it is. */
const LIGHT_BYTES = 700 * 1024
const QUALITY = 0.85

/** HEIC is opened by few browsers, and a PDF is no picture. */
const untouched = ['application/pdf', 'image/heic', 'image/heif']

export type Upload = { body: Blob; name: string; type: string }

/**
 * Makes a photo as small as its purpose allows, for bundles bought by the megabyte: a JPEG of at most `side` pixels.
 * What the browser cannot open is sent as it is.
 */
export async function shrinkPicture(file: File, side = DOCUMENT_SIDE): Promise<Upload> {
  const asItIs = { body: file, name: file.name, type: fileTypeOf(file) }
  if (untouched.includes(asItIs.type)) return asItIs
  const picture = await openPicture(file)
  if (!picture) return asItIs
  try {
    const scale = Math.min(1, side / Math.max(picture.width, picture.height))
    if (scale === 1 && asItIs.type === 'image/jpeg' && file.size <= LIGHT_BYTES) return asItIs
    const body = await toJpeg(picture, scale)
    if (!body) return asItIs
    return { body, name: file.name.replace(/(\.\w+)?$/, '.jpg'), type: 'image/jpeg' }
  } finally {
    picture.close()
  }
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
  // JPEG knows no transparency: what was clear would turn black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
}
