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

/** A set of keys that expire; it drops the oldest key when full. */
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

/** Web serves the media bucket here (app/media). */
const MEDIA = '/media/'
const YOUTUBE_PICTURES = 'https://i.ytimg.com/'
const MAX_BYTES = 4 * 1024 * 1024
const DAY_SECONDS = 86_400
/** Concurrent requests to YouTube; further ones wait. */
const MOST_ASKED = 4

/** Content types of the formats that browsers show, by sharp's name. */
const SHOWN: Readonly<Record<string, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  heif: 'image/avif',
}

const asking = new Map<string, Promise<Uint8Array | null>>()
/** Unavailable pictures, not requested again by this process for a minute. */
const missed = new Recently(60_000)
/** Videos whose drawing this process has enqueued in the last half minute. */
const askedFor = new Recently(30_000)
const turns = Array.from({ length: MOST_ASKED }, (): Promise<unknown> => Promise.resolve())
let nextTurn = 0

/** `isFinal` is false for the original, shown until the worker has drawn the picture. */
export type Still = { body: Uint8Array; contentType: string; isFinal: boolean }

/**
 * Reads one size and format of a video's picture. If the worker has not drawn this file, enqueues the drawing
 * and returns the original at once (docs/decisions/0027).
 * @throws NotFoundError without such a video or picture, or if YouTube does not answer
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

/** The address of an approved video's picture; null if it is neither ours nor YouTube's. */
export async function findSource(videoId: string): Promise<string | null> {
  const video = await prisma().video.findUnique({
    where: { id: videoId, status: 'approved' },
    select: { thumbnailUrl: true },
  })
  const address = video?.thumbnailUrl ?? ''
  // Other addresses are never fetched, whatever a row contains.
  return address.startsWith(MEDIA) || address.startsWith(YOUTUBE_PICTURES) ? address : null
}

/** The key contains a hash of the source, so that a changed picture is drawn again. */
export function stillPlace(videoId: string, source: string, name: string): StoredAt {
  const mark = createHash('sha256').update(source).digest('hex').slice(0, 12)
  return { bucket: 'media', key: `${folderOf(videoId)}${mark}-${name}` }
}

/** /media does not serve this folder: that route does not check whether the video is approved. */
const folderOf = (videoId: string) => `stills/${videoId}/`

export async function deleteStillsOf(videoIds: readonly string[]): Promise<void> {
  for (const id of videoIds) await deleteStills(id)
}

/**
 * Deletes files unless the video is approved: it may have been restored meanwhile. @returns how many files
 */
export async function deleteStills(videoId: string): Promise<number> {
  if (await prisma().video.findUnique({ where: { id: videoId, status: 'approved' }, select: { id: true } }))
    return 0
  const keys = await listKeys({ bucket: 'media', key: folderOf(videoId) })
  await deleteFiles(keys.map((key) => ({ bucket: 'media', key })))
  return keys.length
}

export const STILL_CACHING = `public, max-age=${DAY_SECONDS}`

/**
 * Reads the original from the store, or once from YouTube and stores it.
 * @returns null if unavailable; this process then waits a minute before it requests the picture again
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
  // If the video was withdrawn meanwhile, its deletion missed this file.
  await deleteStills(videoId)
  return bytes
}

async function readKept(place: StoredAt): Promise<Uint8Array | null> {
  const bytes = await readObject(place)
  return bytes.byteLength > 0 ? bytes : null
}

/** Reads the type from the picture's header; null for a format that browsers do not show. */
async function typeOf(bytes: Uint8Array): Promise<string | null> {
  const { format } = await sharp(bytes)
    .metadata()
    // sharp fails only for a broken picture.
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

/** Enqueues the job at most once per half minute and process, so that a lost job is repeated. */
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
    // Leaving the loop also closes the connection.
    if (size > MAX_BYTES) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}
