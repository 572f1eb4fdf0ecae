import type { InferResult } from 'kysely'
import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import { type PlainKey, say } from '#lib/core/sentence.ts'
import { readObject } from '#lib/core/storage.ts'
import { notify } from '#lib/domain/notifications/commands.ts'
import { deleteFilesJob } from '#lib/domain/uploads/jobs.ts'
import { readTrackJob } from './jobs.ts'
import { isGivenUp, lateBefore } from './policy.ts'
import { readMp3 } from './read-mp3.ts'

const unread = () =>
  kysely(db())
    .selectFrom('track')
    .select(['id', 'musicianId', 'title', 'genre', 'objectKey', 'createdAt'])
    .where('status', '=', 'processing')

type UnreadTrack = InferResult<ReturnType<typeof unread>>[number]

/**
 * Reads a `processing` track. Passes it to the officers with its real length, or rejects it with a reason.
 * Skips other statuses and deleted tracks, because the job may run twice or late.
 * @throws Error if the store does not answer; the job retries
 */
export async function readTrack(trackId: string): Promise<void> {
  const track = await unread().where('id', '=', trackId).executeTakeFirst()
  if (!track) return
  const file = await readObject({ bucket: 'media', key: track.objectKey })
  const mp3 = await readMp3(file)
  await transaction(async (tx) => {
    if (!mp3) return rejectUnread(tx, track, file.byteLength > 0 ? 'unread.no_mp3' : 'unread.missing')
    await tx.kysely
      .updateTable('track')
      .set({ status: 'pending', durationSeconds: mp3.seconds, genre: track.genre || mp3.genre })
      .where('id', '=', track.id)
      .where('status', '=', 'processing')
      .execute()
  })
}

async function rejectUnread(tx: Tx, track: UnreadTrack, why: PlainKey): Promise<void> {
  const reason = say(why).coded
  const rejected = await tx.kysely
    .updateTable('track')
    .set({ status: 'rejected', reviewComments: reason, reviewedAt: now() })
    .where('id', '=', track.id)
    .where('status', '=', 'processing')
    .executeTakeFirst()
  if (rejected.numUpdatedRows === 0n) return
  await enqueue(tx, deleteFilesJob, { files: [{ bucket: 'media', key: track.objectKey }] })
  await notify(tx, {
    userId: track.musicianId,
    occasion: `${track.id} rejected`,
    template: 'track_rejected',
    data: { title: track.title, comments: reason },
  })
}

/**
 * Enqueues late tracks again, and rejects tracks that failed for a day, which frees their places.
 * @returns the number of late tracks
 */
export async function sweepTracks(): Promise<number> {
  const moment = now()
  const late = await unread().where('createdAt', '<', lateBefore(moment)).orderBy('id').limit(100).execute()
  if (late.length === 0) return 0
  log.warn({ tracks: late.length }, 'tracks wait to be read')
  await transaction(async (tx) => {
    for (const track of late)
      if (isGivenUp(track.createdAt, moment)) await rejectUnread(tx, track, 'unread.unreadable')
      else await enqueue(tx, readTrackJob, { trackId: track.id })
  })
  return late.length
}
