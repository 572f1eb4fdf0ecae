import { emit, enqueue, type Tx } from '#lib/core/outbox.ts'
import { prisma } from '#lib/core/prisma.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import { completeUpload } from '#lib/domain/uploads/commands.ts'
import { deleteFilesJob } from '#lib/domain/uploads/jobs.ts'
import type { UploadedFile } from '#lib/domain/uploads/schema.ts'

/** The path at which web serves the media bucket (app/media). */
const MEDIA = '/media/'

/**
 * Checks an uploaded picture and shows it from now on. The former one is deleted.
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
  const row = await prisma().profile.findUnique({ where: { userId: ownerId }, select: { avatarUrl: true } })
  return row?.avatarUrl ?? `${MEDIA}${file.key}`
}

async function showAvatar(tx: Tx, ownerId: string, file: UploadedFile): Promise<void> {
  await removeAvatar(tx, ownerId)
  await tx.prisma.profile.updateMany({ where: { userId: ownerId }, data: { avatarUrl: MEDIA + file.key } })
  await emit(tx, publicContentChanged, { what: 'videos' })
}

/** Removes a person's picture with its file. */
export async function removeAvatar(tx: Tx, ownerId: string): Promise<void> {
  const former = await tx.kysely
    .selectFrom('profile')
    .select('avatar_url as url')
    .where('user_id', '=', ownerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!former?.url) return
  await tx.prisma.profile.updateMany({ where: { userId: ownerId }, data: { avatarUrl: null } })
  if (former.url.startsWith(`${MEDIA}avatars/`))
    await enqueue(tx, deleteFilesJob, { files: [{ bucket: 'media', key: former.url.slice(MEDIA.length) }] })
}
