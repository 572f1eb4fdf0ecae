import { db, firstRow, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { putObject } from '#lib/core/storage.ts'

type TrackState = {
  status?: string
  title?: string
  artist?: string
  objectKey?: string
  fileSize?: number
  seconds?: number | null
  createdAt?: Date
}

/** Adds a track, by default pending. @returns its id */
export async function addTrack(musicianId: string, state: TrackState = {}): Promise<string> {
  const id = newId()
  await rows(
    db(),
    `INSERT INTO track (id, musician_id, title, artist, status, object_key, file_size, duration_seconds, created_at)
     VALUES ($1, $2, $3, $4, $5::track_status, $6, $7, $8, coalesce($9, now()))`,
    [
      id,
      musicianId,
      state.title ?? 'A song',
      state.artist ?? 'A singer',
      state.status ?? 'pending',
      state.objectKey ?? `tracks/${id}`,
      state.fileSize ?? 1_000,
      state.seconds === undefined ? 180 : state.seconds,
      state.createdAt,
    ],
  )
  return id
}

/** Adds a track whose file is stored but unread. */
export async function addUnreadTrack(musicianId: string, file: Uint8Array, state: TrackState = {}) {
  const objectKey = `tracks/${newId()}`
  await putObject({ bucket: 'media', key: objectKey }, { body: file, contentType: 'audio/mpeg' })
  const of = { status: 'processing', seconds: null, objectKey, fileSize: file.byteLength }
  const id = await addTrack(musicianId, { ...of, ...state })
  return { id, objectKey, at: { bucket: 'media', key: objectKey } as const }
}

export type StoredTrack = {
  status: string
  genre: string
  duration_seconds: number | null
  review_comments: string
  reviewed_by: string | null
}

export function readTrackRow(id: string): Promise<StoredTrack | undefined> {
  return firstRow<StoredTrack>(
    db(),
    'SELECT status::text, genre, duration_seconds, review_comments, reviewed_by FROM track WHERE id = $1',
    [id],
  )
}
