import { z } from 'zod'
import type { GivenTrack, TrackUploadStart } from '#lib/contract/tracks/calls.ts'
import { isMp3Type, MP3_TYPE } from '#lib/contract/tracks/rules.ts'
import type { UploadParts } from '#lib/contract/upload-parts.ts'
import { lockName } from '#lib/core/advisory-lock.ts'
import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { countRows, kysely } from '#lib/core/kysely.ts'
import { enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import { cancelUpload, completeUpload, openParts, openUpload } from '#lib/domain/uploads/commands.ts'
import { presentParts } from '#lib/domain/uploads/presenter.ts'
import type { UploadedFile } from '#lib/domain/uploads/schema.ts'
import { kycRequired } from './errors.ts'
import { readTrackJob } from './jobs.ts'
import { countPlacesTaken, readKycStatus } from './places.ts'
import { type Described, describeAgain, fullDescription, requirePlace } from './policy.ts'
import { readTrack } from './queries.ts'

export type TrackFile = { fileName: string; fileSize: number; contentType: string }

/**
 * Opens an upload. It does not count for `tracks_per_musician` until complete, so an interrupted upload takes
 * no place. A new upload of the same file replaces the former one.
 * @throws RuleError kyc_required (403), track_limit_reached (400)
 */
export async function initiateTrackUpload(
  file: TrackFile,
  described: Described,
  musician: Actor,
): Promise<TrackUploadStart> {
  const { tracks_per_musician: limit } = await readSettings()
  const { fileName, fileSize } = file
  // If the browser does not know the type, it uploads the file as MP3.
  const mimeType = isMp3Type(file.contentType) ? file.contentType : MP3_TYPE
  const opened = await transaction(async (tx) => {
    if ((await readKycStatus(tx.client, musician.id)) !== 'approved') throw kycRequired()
    requirePlace(await countPlacesTaken(tx.client, musician.id), limit)
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
 * Signs links for the parts, and tells which parts are stored.
 * @throws NotFoundError also if the completed track was deleted: the file needs a new upload
 * @throws RuleError as `openParts`
 */
export async function openTrackParts(sessionId: string, musician: Actor): Promise<UploadParts> {
  const opened = await openParts(musician.id, 'track', sessionId)
  if (
    opened.isComplete &&
    (await countRows(kysely(db()).selectFrom('track').where('id', '=', sessionId))) === 0
  )
    throw new NotFoundError()
  return presentParts(opened)
}

/**
 * Creates the track, which is `processing` until the worker has read it. A repeated call returns its state.
 * @throws NotFoundError unless the upload is the musician's, or if the track was deleted
 * @throws RuleError as `completeUpload`; track_limit_reached if the places were taken meanwhile
 */
export async function completeTrackUpload(
  sessionId: string,
  described: Described,
  musician: Actor,
): Promise<GivenTrack> {
  const { tracks_per_musician: limit } = await readSettings()
  await completeUpload({
    sessionId,
    ownerId: musician.id,
    kind: 'track',
    keep: async (tx, file) => {
      // Serializes a musician's completions, so that each counts the tracks of the others.
      await lockName(tx.client, `tracks:${musician.id}`)
      requirePlace(await countPlacesTaken(tx.client, musician.id), limit)
      await insertTrack(tx, file, describeAgain(storedDescription.parse(file.details), described), musician)
    },
  })
  return readTrack(sessionId)
}

/** Cancels an upload; no-op if it is unknown or complete. */
export async function cancelTrackUpload(sessionId: string, musician: Actor): Promise<void> {
  await cancelUpload(musician.id, 'track', sessionId)
}

const storedDescription = z.object({
  title: z.string().optional(),
  artist: z.string().optional(),
  description: z.string().optional(),
  tags: z.array(z.string()).optional(),
})

/** Inserts a track under the upload's id, so that one upload never becomes two tracks. */
async function insertTrack(
  tx: Tx,
  file: UploadedFile,
  description: Described,
  musician: Actor,
): Promise<void> {
  const owner = await tx.kysely
    .selectFrom('appUser as u')
    .leftJoin('profile as p', 'p.userId', 'u.id')
    .select(['u.username', 'p.displayName'])
    .where('u.id', '=', musician.id)
    .executeTakeFirstOrThrow()
  await tx.kysely
    .insertInto('track')
    .values({
      id: file.sessionId,
      musicianId: musician.id,
      ...fullDescription(description, file.fileName, owner.displayName || owner.username),
      objectKey: file.key,
      fileSize: file.fileSize,
      createdAt: now(),
    })
    .execute()
  await enqueue(tx, readTrackJob, { trackId: file.sessionId })
}
