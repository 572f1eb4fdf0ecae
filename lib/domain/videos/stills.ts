import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { STILL_FORMATS, STILL_WIDTHS, type StillFile } from '#lib/contract/videos/constants.ts'
import { env } from '#lib/core/env.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { isUuid } from '#lib/core/ids.ts'
import { log } from '#lib/core/log.ts'
import { prisma } from '#lib/core/prisma.ts'
import { putObject, readObject, type StoredAt } from '#lib/core/storage.ts'

/** The path at which web serves the media bucket (app/media). */
const MEDIA = '/media/'
const YOUTUBE_PICTURES = 'https://i.ytimg.com/'
/** Far more than any picture that YouTube has of a video. */
const MAX_BYTES = 4 * 1024 * 1024
const MAX_PIXELS = 30_000_000
const DAY_SECONDS = 86_400
/** For so long (ms) a picture that could not be had is not asked for again by this process. */
const PATIENCE_MS = 60_000
const MOST_MISSED = 2_000

const drawing = new Map<string, Promise<void>>()
const missed = new Map<string, number>()
/** One picture is drawn at a time: a phone waits for its own, and web goes on answering everybody. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Reads the picture of an approved video in one size and format. All of them are drawn when the first one is asked for, from
 * what YouTube or our own store has, and then stay in the media bucket (docs/decisions/0063).
 * @throws NotFoundError where there is no such video, no picture of it, or YouTube does not answer now
 */
export async function readStill(videoId: string, file: StillFile): Promise<Uint8Array> {
  const source = isUuid(videoId) ? await findSource(videoId) : null
  if (!source) throw new NotFoundError()
  const stored = await readObject(placeOf(videoId, source, file))
  if (stored.byteLength > 0) return stored
  await drawOnce(videoId, source)
  const drawn = await readObject(placeOf(videoId, source, file))
  if (drawn.byteLength === 0) throw new NotFoundError()
  return drawn
}

async function findSource(videoId: string): Promise<string | null> {
  const video = await prisma().video.findUnique({
    where: { id: videoId, status: 'approved' },
    select: { thumbnailUrl: true },
  })
  const address = video?.thumbnailUrl ?? ''
  // Nothing else is ever fetched for anybody, whatever a row says.
  return address.startsWith(MEDIA) || address.startsWith(YOUTUBE_PICTURES) ? address : null
}

/** Another source has other keys, so that a picture which has changed is drawn anew. */
function placeOf(videoId: string, source: string, { width, format }: StillFile): StoredAt {
  const mark = createHash('sha256').update(source).digest('hex').slice(0, 12)
  return { bucket: 'media', key: `stills/${videoId}/${mark}-${width}.${format}` }
}

function drawOnce(videoId: string, source: string): Promise<void> {
  const key = `${videoId} ${source}`
  if (performance.now() - (missed.get(key) ?? Number.NEGATIVE_INFINITY) < PATIENCE_MS)
    return Promise.resolve()
  const known = drawing.get(key)
  if (known) return known
  const started = drawAll(videoId, source)
    .then((isDrawn) => {
      if (!isDrawn) noteMissed(key)
    })
    .finally(() => drawing.delete(key))
  drawing.set(key, started)
  return started
}

function noteMissed(key: string): void {
  missed.delete(key)
  missed.set(key, performance.now())
  if (missed.size > MOST_MISSED) missed.delete(missed.keys().next().value ?? '')
}

/** @returns false where the picture is not to be had, or is none */
async function drawAll(videoId: string, source: string): Promise<boolean> {
  const bytes = await readSource(source)
  if (!bytes) return false
  const turn = last.then(() => drawFiles(bytes))
  last = turn.catch(() => undefined)
  const files = await turn
  if (!files) return false
  await Promise.all(
    files.map(({ file, body }) =>
      putObject(placeOf(videoId, source, file), {
        body,
        contentType: `image/${file.format}`,
        cacheControl: `public, max-age=${DAY_SECONDS}`,
      }),
    ),
  )
  return true
}

async function drawFiles(bytes: Uint8Array): Promise<{ file: StillFile; body: Uint8Array }[] | null> {
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS }).autoOrient()
    const files: { file: StillFile; body: Uint8Array }[] = []
    for (const width of STILL_WIDTHS) {
      const sized = picture.clone().resize({ width, withoutEnlargement: true })
      for (const format of STILL_FORMATS) {
        const drawn =
          format === 'avif' ? sized.clone().avif({ quality: 50 }) : sized.clone().webp({ quality: 72 })
        files.push({ file: { width, format }, body: new Uint8Array(await drawn.toBuffer()) })
      }
    }
    return files
  } catch {
    // Any error here is caused by the picture.
    return null
  }
}

async function readSource(source: string): Promise<Uint8Array | null> {
  if (source.startsWith(MEDIA)) {
    const bytes = await readObject({ bucket: 'media', key: source.slice(MEDIA.length) })
    return bytes.byteLength > 0 ? bytes : null
  }
  try {
    const path = source.slice(YOUTUBE_PICTURES.length)
    const response = await fetch(new URL(path, `${env.YOUTUBE_PICTURES_URL}/`), {
      signal: AbortSignal.timeout(env.YOUTUBE_TIMEOUT_MS),
      redirect: 'error',
      cache: 'no-store',
    })
    if (!response.ok) {
      await response.body?.cancel()
      return null
    }
    return await readBytes(response)
  } catch (error) {
    log.info({ reason: error instanceof Error ? error.message : 'unknown' }, 'no picture from YouTube')
    return null
  }
}

async function readBytes(response: Response): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    // Leaving the loop also ends the connection.
    if (size > MAX_BYTES) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}
