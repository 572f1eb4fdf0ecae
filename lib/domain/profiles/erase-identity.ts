import type { RoleName } from '#lib/contract/call.ts'
import { enqueue, type Tx } from '#lib/core/outbox.ts'
import type { StoredAt } from '#lib/core/storage.ts'
import { eraseNames } from '#lib/domain/accounts/erase-names.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { deleteFilesJob } from '#lib/domain/uploads/jobs.ts'
import { endedFields, leftovers } from '#lib/domain/uploads/sweep.ts'
import { removeAvatar } from './avatar.ts'
import { formerName } from './policy.ts'

/** `passwordHash` fits no password. */
export type Leaver = { id: string; role: RoleName; passwordHash: string }

/** The user's row stays, because ledger and past months refer to it. */
export async function eraseIdentity(tx: Tx, leaver: Leaver, moment: Date): Promise<void> {
  const name = formerName(leaver.role)
  await eraseKyc(tx, leaver.id)
  await rejectRevocation(tx, leaver.id, moment)
  await eraseUploads(tx, leaver.id)
  await removeAvatar(tx, leaver.id)
  await eraseNames(tx, { ...leaver, name }, moment)
  await tx.kysely.deleteFrom('notification').where('userId', '=', leaver.id).execute()
  await tx.kysely.deleteFrom('notificationChoice').where('userId', '=', leaver.id).execute()
  await tx.kysely.deleteFrom('pushSubscription').where('userId', '=', leaver.id).execute()
  await tx.kysely.deleteFrom('mailedLink').where('userId', '=', leaver.id).execute()
  await tx.kysely.deleteFrom('sentMail').where('userId', '=', leaver.id).execute()
  await tx.kysely.deleteFrom('deskLetter').where('userId', '=', leaver.id).execute()
  await tx.kysely.updateTable('session').set({ userAgent: '' }).where('userId', '=', leaver.id).execute()
}

/** Decisions stay with their times, without texts. */
async function eraseKyc(tx: Tx, userId: string): Promise<void> {
  await tx.kysely.deleteFrom('kycRecord').where('userId', '=', userId).execute()
  await tx.kysely
    .updateTable('kycReview')
    .set({ reason: '', fieldReasons: {}, internalNote: '' })
    .where('userId', '=', userId)
    .execute()
  await tx.kysely.updateTable('identityRevocation').set({ reason: '' }).where('userId', '=', userId).execute()
  const documents = await tx.kysely
    .deleteFrom('kycDocument')
    .where('userId', '=', userId)
    .returning('objectKey as key')
    .execute()
  await deleteLater(
    tx,
    documents.map(({ key }) => ({ bucket: 'private', key })),
  )
}

/** Rejects a pending proposal to revoke the identity, which is gone. */
async function rejectRevocation(tx: Tx, userId: string, moment: Date): Promise<void> {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('identityRevocation')
    .set({ state: 'rejected', decidedAt: moment })
    .where('userId', '=', userId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await recordAudit(tx, {
    actor: null,
    action: 'kyc.revocation_rejected',
    subject: { type: 'user', id: userId },
  })
}

/**
 * Deletes files and their names. The rows stay until their links expire, without personal data:
 * `sweepUploads` needs them to find late uploads.
 */
async function eraseUploads(tx: Tx, userId: string): Promise<void> {
  await tx.kysely
    .updateTable('uploadSession')
    .set({ fileName: '', details: {} })
    .where('userId', '=', userId)
    .execute()
  await tx.kysely
    .updateTable('uploadSession')
    .set({ status: 'refused' })
    .where('userId', '=', userId)
    .where('status', '<>', 'completed')
    .execute()
  const uploads = await tx.kysely
    .selectFrom('uploadSession')
    .select(endedFields)
    .where('userId', '=', userId)
    .execute()
  await deleteLater(tx, uploads.flatMap(leftovers))
}

async function deleteLater(tx: Tx, files: StoredAt[]): Promise<void> {
  if (files.length > 0) await enqueue(tx, deleteFilesJob, { files })
}
