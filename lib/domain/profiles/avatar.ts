import { db, firstRow, rows } from '#lib/core/db.ts'
import { emit, enqueue, type Tx } from '#lib/core/outbox.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import { completeUpload } from '#lib/domain/uploads/commands.ts'
import { deleteFilesJob } from '#lib/domain/uploads/jobs.ts'
import type { UploadedFile } from '#lib/domain/uploads/schema.ts'

/** Where web hands out the media bucket (app/media). */
const MEDIA = '/media/'

/**
 * Checks an uploaded picture and shows it from now on; the former one is deleted.
 * @returns its address
 * @throws what completeUpload throws
 */
export async function completeAvatarUpload(ownerId: string, sessionId: string): Promise<string> {
  const file = await completeUpload({
    sessionId,
    ownerId,
    kind: 'avatar',
    keep: (tx, uploaded) => showAvatar(tx, ownerId, uploaded),
  })
  const row = await firstRow<{ url: string | null }>(
    db(),
    'SELECT avatar_url AS url FROM profile WHERE user_id = $1',
    [ownerId],
  )
  return row?.url ?? `${MEDIA}${file.key}`
}

async function showAvatar(tx: Tx, ownerId: string, file: UploadedFile): Promise<void> {
  await removeAvatar(tx, ownerId)
  await rows(tx.client, 'UPDATE profile SET avatar_url = $2 WHERE user_id = $1', [ownerId, MEDIA + file.key])
  await emit(tx, publicContentChanged, { what: 'videos' })
}

/** Takes somebody's picture away, its file with it. */
export async function removeAvatar(tx: Tx, ownerId: string): Promise<void> {
  const former = await firstRow<{ url: string | null }>(
    tx.client,
    'SELECT avatar_url AS url FROM profile WHERE user_id = $1 FOR NO KEY UPDATE',
    [ownerId],
  )
  if (!former?.url) return
  await rows(tx.client, 'UPDATE profile SET avatar_url = NULL WHERE user_id = $1', [ownerId])
  if (former.url.startsWith(`${MEDIA}avatars/`))
    await enqueue(tx, deleteFilesJob, { files: [{ bucket: 'media', key: former.url.slice(MEDIA.length) }] })
}
