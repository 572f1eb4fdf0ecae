import sharp from 'sharp'
import { STILL_FORMATS, STILL_WIDTHS, type StillFile } from '#lib/contract/videos/constants.ts'
import { headObject, putObject } from '#lib/core/storage.ts'
import { deleteStills, findSource, readOriginal, STILL_CACHING, stillPlace } from './stills.ts'

const MAX_PIXELS = 30_000_000
// Settlement runs beside it: drawing leaves the other processors alone.
sharp.concurrency(1)

const files: readonly StillFile[] = STILL_WIDTHS.flatMap((width) =>
  STILL_FORMATS.map((format) => ({ width, format })),
)

/**
 * Draws the picture of an approved video in all sizes and formats, unless they are there, one after the other. Where there is
 * no picture, or it is none, nothing is drawn; whoever looks at the video later asks again.
 * @returns how many files were drawn
 */
export async function drawStills(videoId: string): Promise<number> {
  const source = await findSource(videoId)
  if (!source) {
    // A try before this one may have drawn some of them before the video was withdrawn.
    await deleteStills(videoId)
    return 0
  }
  const missing = await findMissing(videoId, source)
  if (missing.length === 0) return 0
  const bytes = await readOriginal(videoId, source)
  if (!bytes) return 0
  let drawn = 0
  for (const file of missing) {
    const body = await drawFile(bytes, file)
    if (!body) break
    await putObject(stillPlace(videoId, source, nameOf(file)), {
      body,
      contentType: `image/${file.format}`,
      cacheControl: STILL_CACHING,
    })
    drawn += 1
  }
  // The video may have been withdrawn meanwhile, and its files deleted before these were there.
  await deleteStills(videoId)
  return drawn
}

const nameOf = ({ width, format }: StillFile) => `${width}.${format}`

async function findMissing(videoId: string, source: string): Promise<StillFile[]> {
  const heads = await Promise.all(files.map((file) => headObject(stillPlace(videoId, source, nameOf(file)))))
  return files.filter((_, at) => heads[at] === null)
}

async function drawFile(bytes: Uint8Array, { width, format }: StillFile): Promise<Uint8Array | null> {
  const sized = sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
  const drawn = format === 'avif' ? sized.avif({ quality: 50 }) : sized.webp({ quality: 72 })
  // Any error here is caused by the picture.
  return drawn.toBuffer().then(
    (body) => new Uint8Array(body),
    () => null,
  )
}
