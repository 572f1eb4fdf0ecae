import { prisma } from '#lib/core/prisma.ts'
import { deleteObject, listKeys, putObject } from '#lib/core/storage.ts'
import { needsKyc } from '#lib/domain/kyc/policy.ts'

/**
 * An erasure, noted in the object store beside the backups: a restore brings the person back, and the note says that they had left
 * (docs/decisions/0019). It has the account's id and the day, and nothing else.
 */
export type ErasureNote = { readonly userId: string; readonly day: string }

const FOLDER = 'erasures/'
const noteKey = /^erasures\/(\d{4}-\d{2}-\d{2})\/([0-9a-f-]{36})\.json$/

const placeOf = ({ userId, day }: ErasureNote) => ({
  bucket: 'private' as const,
  key: `${FOLDER}${day}/${userId}.json`,
})

/** Returns the day of a moment in UTC, as notes have it. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** Notes somebody's erasure, once however often it is called. Nothing is noted of an account that is open, or of staff. */
export async function noteErasure(userId: string): Promise<void> {
  const user = await prisma().user.findUnique({
    where: { id: userId },
    select: { deletedAt: true, role: true },
  })
  if (!user?.deletedAt || !needsKyc(user.role)) return
  const note = { userId, day: dayOf(user.deletedAt) }
  await putObject(placeOf(note), {
    body: Buffer.from(JSON.stringify({ user_id: userId, day: note.day })),
    contentType: 'application/json',
  })
}

/** Lists the erasures that the store knows. */
export async function listErasureNotes(): Promise<ErasureNote[]> {
  const keys = await listKeys({ bucket: 'private', key: FOLDER })
  return keys.flatMap((key) => {
    const [, day, userId] = noteKey.exec(key) ?? []
    return day !== undefined && userId !== undefined ? [{ day, userId }] : []
  })
}

/** Deletes a note that no backup needs any more. */
export function deleteErasureNote(note: ErasureNote): Promise<void> {
  return deleteObject(placeOf(note))
}
