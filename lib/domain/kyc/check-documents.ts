import type { DocumentProblem } from '#lib/contract/kyc/requirements.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import type { KycDocument } from '#lib/core/generated/prisma/client.ts'
import { newSecret } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import { deleteObject, putObject, readObject, type StoredAt } from '#lib/core/storage.ts'
import { notify } from '#lib/domain/notifications/commands.ts'
import { sniffDocument } from '#lib/domain/uploads/check-file.ts'
import { convertHeic, findDocumentProblem } from '#lib/domain/uploads/document-problem.ts'
import { deleteFilesJob } from '#lib/domain/uploads/jobs.ts'
import { type LockedKyc, lockKyc, setStatus } from './commands.ts'
import { checkDocumentJob } from './jobs.ts'

const JPEG = 'image/jpeg'

/**
 * Opens an unchecked document, and replaces a HEIC picture by a JPEG. Skips a document that was checked,
 * replaced or deleted, because the job may run twice or late. If the document cannot be opened, its submitted
 * form returns to the owner.
 */
export async function checkDocument(documentId: string): Promise<void> {
  const document = await kysely(db())
    .selectFrom('kycDocument')
    .select(['id', 'userId', 'documentType', 'uploadedAt', 'objectKey', 'fileName', 'mimeType'])
    .where('id', '=', documentId)
    .where('checkedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!document) return
  const bytes = await readObject({ bucket: 'private', key: document.objectKey })
  // A document without a file counts as damaged, so that its owner uploads it again. Otherwise each sweep
  // would retry it before all others.
  if (bytes.byteLength === 0) {
    log.warn({ document: documentId }, 'a document is not in the store')
    return writeProblem(document, 'damaged')
  }
  const type = await sniffDocument(bytes)
  if (type === null) return writeProblem(document, 'damaged')
  if (type !== 'image/heic') return writeProblem(document, await findDocumentProblem(bytes, type))
  const jpeg = await convertHeic(bytes)
  if (typeof jpeg === 'string') return writeProblem(document, jpeg)
  await replaceFile(document, jpeg)
}

type Unchecked = Pick<KycDocument, 'id' | 'userId' | 'documentType' | 'uploadedAt' | 'objectKey' | 'fileName'>

async function writeProblem(document: Unchecked, problem: DocumentProblem | null): Promise<void> {
  await transaction(async (tx) => {
    // Locks the form before its documents, as an upload does: one order avoids deadlocks.
    const form = problem === null ? undefined : await lockKyc(tx, document.userId)
    const { numUpdatedRows: count } = await tx.kysely
      .updateTable('kycDocument')
      .set({ checkedAt: now(), problem })
      .where('id', '=', document.id)
      .where('objectKey', '=', document.objectKey)
      .where('checkedAt', 'is', null)
      .executeTakeFirst()
    if (count > 0n && form) await returnForm(tx, document, form)
  })
}

/**
 * Makes a submitted form with an unreadable document a draft again, and notifies its owner, who could not
 * replace the document under review. For other forms the page shows the problem.
 */
async function returnForm(
  tx: Tx,
  { id, userId, documentType, uploadedAt, fileName }: Unchecked,
  { status, submittedAt }: LockedKyc,
): Promise<void> {
  // After a second unreadable document the form is a draft already.
  const isWithOwner = status === 'pending'
  if (status !== 'under_review' && !isWithOwner) return
  if (submittedAt === null || submittedAt < uploadedAt) return
  if (!isWithOwner) await setStatus(tx, userId, 'pending')
  await notify(tx, {
    userId,
    occasion: `document ${id} ${uploadedAt.toISOString()}`,
    template: 'kyc_document_unreadable',
    data: { document: documentType, file_name: fileName },
  })
}

async function replaceFile({ id, objectKey, fileName }: Unchecked, jpeg: Uint8Array): Promise<void> {
  const at: StoredAt = { bucket: 'private', key: `kyc/${newSecret()}` }
  await putObject(at, { body: jpeg, contentType: JPEG })
  const isReplaced = await transaction(async (tx) => {
    const replaced = await tx.kysely
      .updateTable('kycDocument')
      .set({
        objectKey: at.key,
        fileName: fileName.replace(/(\.\w+)?$/, '.jpg'),
        fileSize: jpeg.byteLength,
        mimeType: JPEG,
        checkedAt: now(),
      })
      .where('id', '=', id)
      .where('objectKey', '=', objectKey)
      .where('checkedAt', 'is', null)
      .executeTakeFirst()
    if (replaced.numUpdatedRows === 0n) return false
    await enqueue(tx, deleteFilesJob, { files: [{ bucket: 'private', key: objectKey }] })
    return true
  })
  if (!isReplaced) await deleteObject(at)
}

/** Seconds after which a check is enqueued again. */
const LATE_SECONDS = 60

/** @returns how many pending documents were enqueued */
export async function sweepDocuments(): Promise<number> {
  const late = await kysely(db())
    .selectFrom('kycDocument')
    .select('id')
    .where('checkedAt', 'is', null)
    .where('uploadedAt', '<', addSeconds(now(), -LATE_SECONDS))
    .orderBy('uploadedAt')
    .limit(50)
    .execute()
  if (late.length === 0) return 0
  await transaction(async (tx) => {
    for (const { id } of late) await enqueue(tx, checkDocumentJob, { documentId: id })
  })
  return late.length
}
