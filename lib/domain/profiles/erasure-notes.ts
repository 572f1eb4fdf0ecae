import { prisma } from '#lib/core/prisma.ts'
import { deleteObject, listKeys, putObject } from '#lib/core/storage.ts'
import { needsKyc } from '#lib/domain/kyc/policy.ts'

/**
 * A note in the object store beside the backups: after a restore it shows that the account had been closed
 * (docs/decisions/0019). Contains only the account's id and the day.
 */
export type ErasureNote = { readonly userId: string; readonly day: string }

const FOLDER = 'erasures/'
const noteKey = /^erasures\/(\d{4}-\d{2}-\d{2})\/([0-9a-f-]{36})\.json$/

const placeOf = ({ userId, day }: ErasureNote) => ({
  bucket: 'private' as const,
  key: `${FOLDER}${day}/${userId}.json`,
})

/** The day in UTC. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** Idempotent. Skips open accounts and staff. */
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

export async function listErasureNotes(): Promise<ErasureNote[]> {
  const keys = await listKeys({ bucket: 'private', key: FOLDER })
  return keys.flatMap((key) => {
    const [, day, userId] = noteKey.exec(key) ?? []
    return day !== undefined && userId !== undefined ? [{ day, userId }] : []
  })
}

export function deleteErasureNote(note: ErasureNote): Promise<void> {
  return deleteObject(placeOf(note))
}
