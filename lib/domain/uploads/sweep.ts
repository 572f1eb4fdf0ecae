import { addSeconds } from '#lib/core/clock.ts'
import { db, rows } from '#lib/core/db.ts'
import { deleteObject, type StoredAt } from '#lib/core/storage.ts'
import { KEPT_SECONDS, uploadRules } from './policy.ts'
import type { UploadKind } from './schema.ts'

const AT_ONCE = 100

type Ended = { id: string; kind: UploadKind; is_kept: boolean; object_key: string; stored_key: string | null }

/**
 * Ends the sessions whose links were over an hour before `moment`: deletes what was put and never completed, and what
 * was put again behind a completed one. Completed files stay.
 * @returns how many sessions ended
 */
export async function sweepUploads(moment: Date): Promise<number> {
  let ended = 0
  for (;;) {
    const batch = await rows<Ended>(
      db(),
      `SELECT id, kind::text, status = 'completed' AS is_kept, object_key, stored_key FROM upload_session
       WHERE expires_at < $1 ORDER BY expires_at LIMIT $2`,
      [addSeconds(moment, -KEPT_SECONDS), AT_ONCE],
    )
    // Files first: a session that is gone would leave nobody who knows of them.
    for (const session of batch) await deleteFiles(leftovers(session))
    await rows(db(), 'DELETE FROM upload_session WHERE id = ANY($1)', [batch.map((one) => one.id)])
    ended += batch.length
    if (batch.length < AT_ONCE) return ended
  }
}

function leftovers(session: Ended): StoredAt[] {
  const incoming: StoredAt = { bucket: 'private', key: session.object_key }
  if (session.is_kept || session.stored_key === null) return [incoming]
  return [incoming, { bucket: uploadRules[session.kind].bucket, key: session.stored_key }]
}

/** Deletes files; those that are gone already are no error. */
export async function deleteFiles(files: readonly StoredAt[]): Promise<void> {
  for (const file of files) await deleteObject(file)
}
