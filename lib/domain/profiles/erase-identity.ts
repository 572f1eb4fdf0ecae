import type { RoleName } from '#lib/contract/call.ts'
import { rows } from '#lib/core/db.ts'
import { enqueue, type Tx } from '#lib/core/outbox.ts'
import type { StoredAt } from '#lib/core/storage.ts'
import { deleteFilesJob } from '#lib/domain/uploads/jobs.ts'
import { uploadRules } from '#lib/domain/uploads/policy.ts'
import type { UploadKind } from '#lib/domain/uploads/schema.ts'
import { removeAvatar } from './avatar.ts'

/** Who goes, and the hash that no password fits. */
export type Leaver = { id: string; role: RoleName; passwordHash: string }

/** Erases who somebody is; the row stays, because the ledger and past months name it. */
export async function eraseIdentity(tx: Tx, leaver: Leaver, moment: Date): Promise<void> {
  await eraseKyc(tx, leaver.id)
  await eraseUploads(tx, leaver.id)
  await removeAvatar(tx, leaver.id)
  await eraseNames(tx, leaver, moment)
  await rows(tx.client, 'DELETE FROM mailed_link WHERE user_id = $1', [leaver.id])
  await rows(tx.client, `UPDATE session SET user_agent = '' WHERE user_id = $1`, [leaver.id])
}

async function eraseNames(tx: Tx, { id, role, passwordHash }: Leaver, moment: Date): Promise<void> {
  const name = role === 'copyright_owner' ? 'Former musician' : 'Former dancer'
  await rows(
    tx.client,
    `UPDATE app_user SET username = $2, username_look = '', email = $3, password_hash = $4, first_name = '', last_name = '',
       phone_number = '', phone_changed_at = NULL, is_active = false, is_email_verified = false, deleted_at = $5
     WHERE id = $1`,
    // The end of an id is random: two who leave in the same moment differ in it.
    [id, `${name} ${id.slice(-12)}`, `${id}@deleted.invalid`, passwordHash, moment],
  )
  await rows(
    tx.client,
    `UPDATE profile SET display_name = $2, display_name_look = '', bio = '', location = '', social_links = '{}', kyc_status = 'not_submitted',
       kyc_rejection_reason = '', kyc_field_reasons = '{}', kyc_submitted_at = NULL, kyc_reviewed_at = NULL
     WHERE user_id = $1`,
    [id, name],
  )
}

/** That and when it was decided stays on record; what was written about the person does not. */
async function eraseKyc(tx: Tx, userId: string): Promise<void> {
  await rows(tx.client, 'DELETE FROM kyc_record WHERE user_id = $1', [userId])
  await rows(
    tx.client,
    `UPDATE kyc_review SET reason = '', field_reasons = '{}', internal_note = '' WHERE user_id = $1`,
    [userId],
  )
  const documents = await rows<{ key: string }>(
    tx.client,
    'DELETE FROM kyc_document WHERE user_id = $1 RETURNING object_key AS key',
    [userId],
  )
  await deleteLater(
    tx,
    documents.map(({ key }) => ({ bucket: 'private', key })),
  )
}

type Upload = { kind: UploadKind; is_kept: boolean; object_key: string; stored_key: string | null }

async function eraseUploads(tx: Tx, userId: string): Promise<void> {
  const uploads = await rows<Upload>(
    tx.client,
    `DELETE FROM upload_session WHERE user_id = $1
     RETURNING kind::text, status = 'completed' AS is_kept, object_key, stored_key`,
    [userId],
  )
  const files = uploads.flatMap(({ kind, is_kept, object_key, stored_key }): StoredAt[] => [
    { bucket: 'private', key: object_key },
    ...(is_kept || stored_key === null ? [] : [{ bucket: uploadRules[kind].bucket, key: stored_key }]),
  ])
  await deleteLater(tx, files)
}

async function deleteLater(tx: Tx, files: StoredAt[]): Promise<void> {
  if (files.length > 0) await enqueue(tx, deleteFilesJob, { files })
}
