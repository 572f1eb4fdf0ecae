import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { emit, enqueue, type Tx } from '#lib/core/outbox.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import { completeUpload } from '#lib/domain/uploads/commands.ts'
import { deleteFilesJob } from '#lib/domain/uploads/jobs.ts'
import type { UploadedFile } from '#lib/domain/uploads/schema.ts'

/** Where web serves the media bucket (app/media). */
const MEDIA = '/media/'

/**
 * Checks an uploaded picture and replaces the former one.
 * @returns the picture's address
 * @throws as `completeUpload`
 */
export async function completeAvatarUpload(ownerId: string, sessionId: string): Promise<string> {
  const file = await completeUpload({
    sessionId,
    ownerId,
    kind: 'avatar',
    keep: (tx, uploaded) => showAvatar(tx, ownerId, uploaded),
  })
  const row = await kysely(db())
    .selectFrom('profile')
    .select('avatarUrl')
    .where('userId', '=', ownerId)
    .executeTakeFirst()
  return row?.avatarUrl ?? `${MEDIA}${file.key}`
}

async function showAvatar(tx: Tx, ownerId: string, file: UploadedFile): Promise<void> {
  await removeAvatar(tx, ownerId)
  await tx.kysely
    .updateTable('profile')
    .set({ avatarUrl: MEDIA + file.key })
    .where('userId', '=', ownerId)
    .execute()
  await emit(tx, publicContentChanged, { what: 'videos' })
}

/** Removes the picture and its file. */
export async function removeAvatar(tx: Tx, ownerId: string): Promise<void> {
  const former = await tx.kysely
    .selectFrom('profile')
    .select('avatarUrl as url')
    .where('userId', '=', ownerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!former?.url) return
  await tx.kysely.updateTable('profile').set({ avatarUrl: null }).where('userId', '=', ownerId).execute()
  if (former.url.startsWith(`${MEDIA}avatars/`))
    await enqueue(tx, deleteFilesJob, { files: [{ bucket: 'media', key: former.url.slice(MEDIA.length) }] })
}
