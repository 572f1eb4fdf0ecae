import { addSeconds } from '#lib/core/clock.ts'
import type { Prisma } from '#lib/core/generated/prisma/client.ts'
import { prisma } from '#lib/core/prisma.ts'
import { deleteObject, type StoredAt } from '#lib/core/storage.ts'
import { KEPT_SECONDS, partKey, partsOf, uploadRules } from './policy.ts'

const AT_ONCE = 100

/** What `leftovers` goes by. */
export const endedFields = {
  id: true,
  kind: true,
  status: true,
  incomingKey: true,
  storedKey: true,
  fileSize: true,
} as const satisfies Prisma.UploadSessionSelect

type Ended = Prisma.UploadSessionGetPayload<{ select: typeof endedFields }>

/**
 * Deletes the sessions whose links expired an hour before `moment`, with the files that were never completed, and those
 * that were uploaded again through the link of a completed one. Completed files stay.
 * @returns how many sessions ended
 */
export async function sweepUploads(moment: Date): Promise<number> {
  let ended = 0
  for (;;) {
    const batch = await prisma().uploadSession.findMany({
      where: { expiresAt: { lt: addSeconds(moment, -KEPT_SECONDS) } },
      orderBy: { expiresAt: 'asc' },
      take: AT_ONCE,
      select: endedFields,
    })
    // The files go first: only the session knows of them.
    for (const session of batch) await deleteFiles(leftovers(session))
    await prisma().uploadSession.deleteMany({ where: { id: { in: batch.map((one) => one.id) } } })
    ended += batch.length
    if (batch.length < AT_ONCE) return ended
  }
}

/** Where the files of an upload may be, and those that are put there late: of a completed one without the file itself. */
export function leftovers(session: Ended): StoredAt[] {
  const { incomingKey, fileSize } = session
  const keys = [incomingKey, ...partsOf(fileSize).map(({ number }) => partKey(incomingKey, number))]
  const incoming = keys.map((key): StoredAt => ({ bucket: 'private', key }))
  if (session.status === 'completed' || session.storedKey === null) return incoming
  return [...incoming, { bucket: uploadRules[session.kind].bucket, key: session.storedKey }]
}

/** Deletes files. It is no error where one is gone already. */
export async function deleteFiles(files: readonly StoredAt[]): Promise<void> {
  for (const file of files) await deleteObject(file)
}
