import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { StillFile } from '#lib/contract/videos/constants.ts'
import { env } from '#lib/core/env.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { isUuid } from '#lib/core/ids.ts'
import { log } from '#lib/core/log.ts'
import { enqueue, transaction } from '#lib/core/outbox.ts'
import { prisma } from '#lib/core/prisma.ts'
import { listKeys, putObject, readObject, type StoredAt } from '#lib/core/storage.ts'
import { deleteFiles } from '#lib/domain/uploads/sweep.ts'
import { drawStillsJob } from './jobs.ts'

const MOST_KEPT = 2_000

/** Remembers keys in this process for a while, the newest of them where there are too many. */
class Recently {
  readonly #keptMs: number
  readonly #noted = new Map<string, number>()

  constructor(keptMs: number) {
    this.#keptMs = keptMs
  }

  has(key: string): boolean {
    return performance.now() - (this.#noted.get(key) ?? Number.NEGATIVE_INFINITY) < this.#keptMs
  }

  note(key: string): void {
    this.#noted.delete(key)
    this.#noted.set(key, performance.now())
    if (this.#noted.size > MOST_KEPT) this.#noted.delete(this.#noted.keys().next().value ?? '')
  }
}

/** The path at which web serves the media bucket (app/media). */
const MEDIA = '/media/'
const YOUTUBE_PICTURES = 'https://i.ytimg.com/'
/** Far more than any picture that YouTube has of a video. */
const MAX_BYTES = 4 * 1024 * 1024
const DAY_SECONDS = 86_400
/** Requests to YouTube at once; further ones wait. */
const MOST_ASKED = 4

/** What sharp calls the formats that browsers show, and their types. */
const SHOWN: Readonly<Record<string, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  heif: 'image/avif',
}

const asking = new Map<string, Promise<Uint8Array | null>>()
/** Pictures that could not be had, and are not asked for again by this process for a minute. */
const missed = new Recently(60_000)
/** Videos whose pictures the worker was asked for. */
const askedFor = new Recently(30_000)
const turns = Array.from({ length: MOST_ASKED }, (): Promise<unknown> => Promise.resolve())
let nextTurn = 0

/** `isFinal` is false for a picture that stands in until the worker has drawn the one that was asked for. */
export type Still = { body: Uint8Array; contentType: string; isFinal: boolean }

/**
 * Reads the picture of an approved video in one size and format from the media bucket. Where the worker has not drawn it yet
 * it is asked to, and the picture of which it will be drawn is returned at once (docs/decisions/0027).
 * @throws NotFoundError where there is no such video, no picture of it, or YouTube does not answer now
 */
export async function readStill(videoId: string, file: StillFile): Promise<Still> {
  const source = isUuid(videoId) ? await findSource(videoId) : null
  if (!source) throw new NotFoundError()
  const drawn = await readObject(stillPlace(videoId, source, `${file.width}.${file.format}`))
  if (drawn.byteLength > 0) return { body: drawn, contentType: `image/${file.format}`, isFinal: true }
  const body = await readOriginal(videoId, source)
  const contentType = body && (await typeOf(body))
  if (!body || !contentType) throw new NotFoundError()
  await askWorker(videoId)
  return { body, contentType, isFinal: false }
}

/** Returns where the picture of an approved video comes from, and null where there is none that we fetch. */
export async function findSource(videoId: string): Promise<string | null> {
  const video = await prisma().video.findUnique({
    where: { id: videoId, status: 'approved' },
    select: { thumbnailUrl: true },
  })
  const address = video?.thumbnailUrl ?? ''
  // Nothing else is ever fetched for anybody, whatever a row says.
  return address.startsWith(MEDIA) || address.startsWith(YOUTUBE_PICTURES) ? address : null
}

/** Names the place of a file of a picture. Another source has other keys, so that a picture which has changed is drawn anew. */
export function stillPlace(videoId: string, source: string, name: string): StoredAt {
  const mark = createHash('sha256').update(source).digest('hex').slice(0, 12)
  return { bucket: 'media', key: `${folderOf(videoId)}${mark}-${name}` }
}

/** Where all files of a video's picture are. /media answers nothing of it, because it does not ask whether they may be shown. */
const folderOf = (videoId: string) => `stills/${videoId}/`

/** Deletes the pictures of these videos, one after the other, as `deleteStills` does. */
export async function deleteStillsOf(videoIds: readonly string[]): Promise<void> {
  for (const id of videoIds) await deleteStills(id)
}

/**
 * Deletes all files of a video's picture, unless the video is approved: it may have been brought back meanwhile.
 * @returns how many files
 */
export async function deleteStills(videoId: string): Promise<number> {
  if (await prisma().video.findUnique({ where: { id: videoId, status: 'approved' }, select: { id: true } }))
    return 0
  const keys = await listKeys({ bucket: 'media', key: folderOf(videoId) })
  await deleteFiles(keys.map((key) => ({ bucket: 'media', key })))
  return keys.length
}

/** How long browsers may keep what is drawn. */
export const STILL_CACHING = `public, max-age=${DAY_SECONDS}`

/**
 * Reads the picture that the others are drawn of. YouTube is asked once: what it sends is kept for whoever draws.
 * @returns null where it is not to be had now; then YouTube is not asked again for a minute
 */
export async function readOriginal(videoId: string, source: string): Promise<Uint8Array | null> {
  if (source.startsWith(MEDIA)) return readKept({ bucket: 'media', key: source.slice(MEDIA.length) })
  const key = `${videoId} ${source}`
  const known = asking.get(key)
  if (known) return known
  const started = readFromYoutube(videoId, source, key).finally(() => asking.delete(key))
  asking.set(key, started)
  return started
}

async function readFromYoutube(videoId: string, source: string, key: string): Promise<Uint8Array | null> {
  const place = stillPlace(videoId, source, 'original')
  const kept = await readKept(place)
  if (kept) return kept
  if (missed.has(key)) return null
  const bytes = await inTurn(() => fetchPicture(source))
  const contentType = bytes && (await typeOf(bytes))
  if (!bytes || !contentType) {
    missed.note(key)
    return null
  }
  await putObject(place, { body: bytes, contentType, cacheControl: STILL_CACHING })
  // The video may have been withdrawn meanwhile, and its files deleted before this one was there.
  await deleteStills(videoId)
  return bytes
}

async function readKept(place: StoredAt): Promise<Uint8Array | null> {
  const bytes = await readObject(place)
  return bytes.byteLength > 0 ? bytes : null
}

/** Only the head of the picture is read for this. */
async function typeOf(bytes: Uint8Array): Promise<string | null> {
  const { format } = await sharp(bytes)
    .metadata()
    // Any error here is caused by the picture.
    .catch(() => ({ format: '' }))
  return SHOWN[format] ?? null
}

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = nextTurn
  nextTurn = (nextTurn + 1) % MOST_ASKED
  const started = (turns[turn] ?? Promise.resolve()).then(work)
  turns[turn] = started.catch(() => undefined)
  return started
}

/** Asks the worker to draw a video's pictures, once in half a minute for each process: a request that was lost is made again then. */
async function askWorker(videoId: string): Promise<void> {
  if (askedFor.has(videoId)) return
  askedFor.note(videoId)
  await transaction((tx) => enqueue(tx, drawStillsJob, { videoId }))
}

async function fetchPicture(source: string): Promise<Uint8Array | null> {
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
