import sharp from 'sharp'
import { STILL_FORMATS, STILL_WIDTHS, type StillFile } from '#lib/contract/videos/constants.ts'
import { headObject, putObject } from '#lib/core/storage.ts'
import { deleteStills, findSource, readOriginal, STILL_CACHING, stillPlace } from './stills.ts'

const MAX_PIXELS = 30_000_000
// Uses one processor: settlement of payments runs in the same worker.
sharp.concurrency(1)

const files: readonly StillFile[] = STILL_WIDTHS.flatMap((width) =>
  STILL_FORMATS.map((format) => ({ width, format })),
)

/**
 * Draws a video's missing sizes and formats in sequence. Without a valid picture it draws none; the next
 * request for the picture enqueues the job again.
 * @returns how many files were drawn
 */
export async function drawStills(videoId: string): Promise<number> {
  const source = await findSource(videoId)
  if (!source) {
    // An earlier attempt may have stored pictures before the video was withdrawn.
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
  // If the video was withdrawn meanwhile, its deletion missed these files.
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
  // sharp fails only for a broken picture; a retry would not help.
  return drawn.toBuffer().then(
    (body) => new Uint8Array(body),
    () => null,
  )
}
