import type { KycDocumentType } from '#lib/contract/kyc/calls.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { kysely } from '#lib/core/kysely.ts'
import { signGet } from '#lib/core/storage.ts'

const LINK_SECONDS = 300

export type DocumentLink = { url: string; expires_at: string }

/** Returns a link that opens the document. The caller has checked access. */
export async function linkToDocument(objectKey: string): Promise<DocumentLink> {
  // `no-store`, because a browser would otherwise retain a copy after the document is deleted.
  const url = await signGet({ bucket: 'private', key: objectKey }, LINK_SECONDS, 'private, no-store')
  return { url, expires_at: addSeconds(now(), LINK_SECONDS).toISOString() }
}

/** @throws NotFoundError if there is no document of this type */
export async function linkToOwnDocument(userId: string, type: KycDocumentType): Promise<DocumentLink> {
  const stored = await kysely(db())
    .selectFrom('kycDocument')
    .select('objectKey')
    .where('userId', '=', userId)
    .where('documentType', '=', type)
    .executeTakeFirst()
  if (!stored) throw new NotFoundError()
  return linkToDocument(stored.objectKey)
}
