import type { Selectable } from 'kysely'
import { addSeconds } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import type { UploadSession } from '#lib/core/generated/kysely/tables.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { deleteObject, type StoredAt } from '#lib/core/storage.ts'
import { KEPT_SECONDS, partKey, partsOf, uploadRules } from './policy.ts'

const AT_ONCE = 100

export const endedFields = ['kind', 'status', 'objectKey', 'storedKey', 'fileSize'] as const

type Ended = Pick<Selectable<UploadSession>, (typeof endedFields)[number]>

/**
 * Deletes sessions whose links expired an hour before `moment`, with the files that uploads left behind.
 * @returns the number of deleted sessions
 */
export async function sweepUploads(moment: Date): Promise<number> {
  let ended = 0
  for (;;) {
    const batch = await kysely(db())
      .selectFrom('uploadSession')
      .select(['id', ...endedFields])
      .where('expiresAt', '<', addSeconds(moment, -KEPT_SECONDS))
      .orderBy('expiresAt')
      .limit(AT_ONCE)
      .execute()
    // Deletes the files before their session: only the session knows their keys.
    for (const session of batch) await deleteFiles(leftovers(session))
    await kysely(db())
      .deleteFrom('uploadSession')
      .where('id', '=', anyOf(batch.map((one) => one.id)))
      .execute()
    ended += batch.length
    if (batch.length < AT_ONCE) return ended
  }
}

/** Lists files that an upload may have left; not the final file of a completed upload. */
export function leftovers(session: Ended): StoredAt[] {
  const { objectKey, fileSize } = session
  const keys = [objectKey, ...partsOf(fileSize).map(({ number }) => partKey(objectKey, number))]
  const incoming = keys.map((key): StoredAt => ({ bucket: 'private', key }))
  if (session.status === 'completed' || session.storedKey === null) return incoming
  return [...incoming, { bucket: uploadRules[session.kind].bucket, key: session.storedKey }]
}

/** A missing file is no error. */
export async function deleteFiles(files: readonly StoredAt[]): Promise<void> {
  for (const file of files) await deleteObject(file)
}
