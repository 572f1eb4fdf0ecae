import { addSeconds, now } from '#lib/core/clock.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import { streamObject } from '#lib/core/storage.ts'
import { sendMail } from '#lib/domain/mail/commands.ts'
import { deleteFilesJob } from '#lib/domain/uploads/jobs.ts'
import { FILE_MISSING, FILE_UNREADABLE, NO_MP3_INSIDE } from './errors.ts'
import { readTrackJob } from './jobs.ts'
import { readMp3 } from './read-mp3.ts'

type Waiting = { id: string; musicianId: string; title: string; objectKey: string; fileSize: number }

const waitingColumns =
  'id, musician_id AS "musicianId", title, object_key AS "objectKey", file_size AS "fileSize"'

/**
 * Reads the file of a track that is `processing`: it goes to the officers with its real length, or back to its musician
 * with a reason. A track that is anything else, or gone, is left alone: the job may come twice and late.
 * @throws Error where the store does not answer; the job comes again then
 */
export async function readTrack(trackId: string): Promise<void> {
  const track = await firstRow<Waiting>(db(), {
    name: 'track-to-read',
    text: `SELECT ${waitingColumns} FROM track WHERE id = $1 AND status = 'processing'`,
    values: [trackId],
  })
  if (!track) return
  const file = await streamObject({ bucket: 'media', key: track.objectKey })
  const mp3 = file && (await readMp3(file, track.fileSize))
  await transaction(async (tx) => {
    if (!mp3) return rejectUnread(tx, track, file ? NO_MP3_INSIDE : FILE_MISSING)
    await rows(
      tx.client,
      `UPDATE track SET status = 'pending', duration_seconds = $2, genre = coalesce(nullif(genre, ''), $3)
       WHERE id = $1 AND status = 'processing'`,
      [track.id, mp3.seconds, mp3.genre],
    )
  })
}

async function rejectUnread(tx: Tx, track: Waiting, reason: string): Promise<void> {
  const rejected = await firstRow(
    tx.client,
    `UPDATE track SET status = 'rejected', review_comments = $2, reviewed_at = $3
     WHERE id = $1 AND status = 'processing' RETURNING id`,
    [track.id, reason, now()],
  )
  if (!rejected) return
  await enqueue(tx, deleteFilesJob, { files: [{ bucket: 'media', key: track.objectKey }] })
  await sendMail(tx, {
    userId: track.musicianId,
    template: 'track_rejected',
    data: { title: track.title, comments: reason },
  })
}

/** Seconds that a reading may take before somebody looks after it, and after which it is given up. */
const LATE_SECONDS = 5 * 60
const GIVEN_UP_SECONDS = 24 * 60 * 60

/**
 * Has tracks read again whose reading was lost or failed, and gives up on those that could not be read for a day: their
 * place is free again. @returns how many were found
 */
export async function sweepTracks(): Promise<number> {
  const moment = now()
  const late = await rows<Waiting & { createdAt: Date }>(db(), {
    name: 'tracks-late',
    text: `SELECT ${waitingColumns}, created_at AS "createdAt" FROM track
           WHERE status = 'processing' AND created_at < $1 ORDER BY id LIMIT 100`,
    values: [addSeconds(moment, -LATE_SECONDS)],
  })
  if (late.length === 0) return 0
  log.warn({ tracks: late.length }, 'tracks wait to be read')
  const givenUpBefore = addSeconds(moment, -GIVEN_UP_SECONDS)
  await transaction(async (tx) => {
    for (const track of late)
      if (track.createdAt < givenUpBefore) await rejectUnread(tx, track, FILE_UNREADABLE)
      else await enqueue(tx, readTrackJob, { trackId: track.id })
  })
  return late.length
}
