import { z } from 'zod'
import type { Track, TrackUploadStart } from '#lib/contract/tracks/calls.ts'
import { isMp3Type, MP3_TYPE, titleOfFile } from '#lib/contract/tracks/rules.ts'
import { now } from '#lib/core/clock.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import { completeUpload, giveUpUpload, openUpload } from '#lib/domain/uploads/commands.ts'
import type { UploadedFile } from '#lib/domain/uploads/schema.ts'
import { kycRequired, trackLimitReached } from './errors.ts'
import { readTrackJob } from './jobs.ts'
import { presentTrack, type TrackRow, trackColumns } from './presenter.ts'
import { HOLDING, readKycStatus } from './queries.ts'

/** What a musician says about a track; what is left out is known from the file and the profile. */
export type Described = {
  readonly title?: string | undefined
  readonly artist?: string | undefined
  readonly description?: string | undefined
  readonly tags?: readonly string[] | undefined
}

export type TrackFile = { fileName: string; fileSize: number; contentType: string }

/**
 * Opens an upload. It holds no place until it is complete: whose uploads were cut off has nothing to delete. Of several
 * that are begun for the last place, the first to be completed gets it. The same file once more replaces its former upload.
 * @throws RuleError kyc_required (403), track_limit_reached (400) with the sentence of spec 1, section 8
 */
export async function initiateTrackUpload(
  file: TrackFile,
  described: Described,
  musician: Actor,
): Promise<TrackUploadStart> {
  const { tracks_per_musician: limit } = await readSettings()
  const { fileName, fileSize } = file
  // What the browser does not know is put as what it has to be.
  const mimeType = isMp3Type(file.contentType) ? file.contentType : MP3_TYPE
  const opened = await transaction(async (tx) => {
    if ((await readKycStatus(tx.client, musician.id)) !== 'approved') throw kycRequired()
    const count = await countTracks(tx, musician.id)
    if (count >= limit) throw trackLimitReached(count, limit)
    const request = { ownerId: musician.id, kind: 'track' as const, fileName, fileSize, mimeType }
    return openUpload({ ...request, details: { ...described } }, tx)
  })
  return {
    session_id: opened.sessionId,
    upload_url: opened.uploadUrl,
    expires_at: opened.expiresAt.toISOString(),
    content_type: mimeType,
  }
}

/**
 * Takes the file that was put: the track is `processing` until the worker has read it. Completed twice, it is answered
 * as it is by then.
 * @throws NotFoundError for an upload that is not the musician's, or whose track they deleted
 * @throws RuleError as `completeUpload` does; track_limit_reached where places went in the meantime
 */
export async function completeTrackUpload(
  sessionId: string,
  described: Described,
  musician: Actor,
): Promise<Track> {
  const { tracks_per_musician: limit } = await readSettings()
  await completeUpload({
    sessionId,
    ownerId: musician.id,
    kind: 'track',
    keep: async (tx, file) => {
      await holdPlaces(tx, musician.id)
      const count = await countTracks(tx, musician.id)
      if (count >= limit) throw trackLimitReached(count, limit)
      await insertTrack(tx, file, { ...initially.parse(file.details), ...given(described) }, musician)
    },
  })
  const row = await firstRow<TrackRow>(db(), {
    name: 'track-of-upload',
    text: `SELECT ${trackColumns} FROM track t WHERE t.id = $1`,
    values: [sessionId],
  })
  if (!row) throw new NotFoundError()
  return presentTrack(row)
}

/** Gives up an upload that is not complete. One that is unknown or complete is left as it is. */
export async function cancelTrackUpload(sessionId: string, musician: Actor): Promise<void> {
  await giveUpUpload(db(), musician.id, 'track', sessionId)
}

/** As `initiate` stored it. */
const initially = z.object({
  title: z.string().optional(),
  artist: z.string().optional(),
  description: z.string().optional(),
  tags: z.array(z.string()).optional(),
})

/** Without what was not said: it would hide what was said before. */
function given(described: Described): Described {
  return Object.fromEntries(Object.entries(described).filter(([, value]) => value !== undefined))
}

/** The track has the id of its upload: one is never made into two. */
async function insertTrack(tx: Tx, file: UploadedFile, said: Described, musician: Actor): Promise<void> {
  await rows(
    tx.client,
    `INSERT INTO track (id, musician_id, title, artist, description, tags, status, object_key, file_size, created_at)
     SELECT $1, u.id, $3, coalesce(nullif($4, ''), nullif(p.display_name, ''), u.username), $5, $6, 'processing', $7, $8, $9
     FROM app_user u LEFT JOIN profile p ON p.user_id = u.id WHERE u.id = $2`,
    [
      file.sessionId,
      musician.id,
      said.title || titleOfFile(file.fileName) || 'Untitled',
      said.artist ?? '',
      said.description ?? '',
      said.tags ?? [],
      file.key,
      file.fileSize,
      now(),
    ],
  )
  await enqueue(tx, readTrackJob, { trackId: file.sessionId })
}

/** Whoever counts a musician's places waits for those who are taking one. */
async function holdPlaces(tx: Tx, musicianId: string): Promise<void> {
  await rows(tx.client, 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`tracks:${musicianId}`])
}

async function countTracks(tx: Tx, musicianId: string): Promise<number> {
  const row = await firstRow<{ count: number }>(
    tx.client,
    'SELECT count(*)::int AS count FROM track WHERE musician_id = $1 AND status = ANY($2::track_status[])',
    [musicianId, HOLDING],
  )
  return row?.count ?? 0
}
