import type { z } from 'zod'
import {
  type confirmKycUpload,
  type initiateKycUpload,
  type KycStatus,
  kycDocumentType,
} from '#lib/contract/kyc/calls.ts'
import { HEIC_TYPE } from '#lib/contract/kyc/requirements.ts'
import type { UploadParts } from '#lib/contract/upload-parts.ts'
import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { RuleError, ValidationError } from '#lib/core/errors.ts'
import { equalInConstantTime, isUuid, signHex } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { enqueue, type Tx } from '#lib/core/outbox.ts'
import { completeUpload, openParts, openUpload } from '#lib/domain/uploads/commands.ts'
import { deleteFilesJob } from '#lib/domain/uploads/jobs.ts'
import { presentParts } from '#lib/domain/uploads/presenter.ts'
import type { OpenedUpload, UploadedFile } from '#lib/domain/uploads/schema.ts'
import { lockKyc, refuseLocked, setStatus } from './commands.ts'
import { checkDocumentJob } from './jobs.ts'
import { statusAfterSaving } from './policy.ts'
import { type KycDocumentView, readKycDocuments } from './queries.ts'

export type DocumentFile = z.output<typeof initiateKycUpload.body>

/** The body of `confirm_upload`: the declaration, and the answer of `generate_upload_url`. */
export type DocumentConfirmation = z.output<typeof confirmKycUpload.body>

/** @throws RuleError `kyc_locked`, and as `openUpload` */
export async function openDocumentUpload(ownerId: string, file: DocumentFile): Promise<OpenedUpload> {
  refuseLocked(await readStatus(ownerId))
  return openUpload({
    ownerId,
    kind: 'kyc_document',
    fileName: file.file_name,
    fileSize: file.file_size,
    mimeType: file.mime_type,
    details: { document_type: file.document_type },
  })
}

/**
 * Returns signed links for the parts, and which parts the store has. @throws NotFoundError, RuleError as
 * `openParts`
 */
export async function openDocumentParts(ownerId: string, sessionId: string): Promise<UploadParts> {
  return presentParts(await openParts(ownerId, 'kyc_document', sessionId))
}

/** Signs the declaration with a token, which `confirm_upload` must repeat. */
export async function openSignedDocumentUpload(ownerId: string, file: DocumentFile) {
  const opened = await openDocumentUpload(ownerId, file)
  return { ...opened, uploadToken: uploadToken(ownerId, opened.sessionId, opened.uploadPath, file) }
}

export type StoredDocument = { document: KycDocumentView; kyc_status: KycStatus }

/**
 * Checks and stores a document in place of the former one of its type, whose file is deleted.
 * @throws RuleError `kyc_locked`, and as `completeUpload`
 */
export async function completeDocumentUpload(
  ownerId: string,
  sessionId: string,
  checksum?: string,
): Promise<StoredDocument> {
  const file = await completeUpload({
    sessionId,
    ownerId,
    kind: 'kyc_document',
    checksum,
    keep: (tx, uploaded) => storeDocument(tx, ownerId, uploaded),
  })
  const documents = await readKycDocuments(db(), ownerId)
  const document = documents.find((one) => one.document_type === file.details.document_type)
  if (!document) throw new Error(`the document of upload ${sessionId} is gone`)
  return { document, kyc_status: await readStatus(ownerId) }
}

/**
 * @throws RuleError `invalid_upload_token` if the token is for another declaration
 * @throws ValidationError on `checksum` unless SHA-256
 */
export async function confirmDocumentUpload(
  ownerId: string,
  given: DocumentConfirmation,
): Promise<StoredDocument> {
  const { upload_token, upload_path, checksum } = given
  if (checksum && !/^[0-9a-f]{64}$/i.test(checksum)) throw new ValidationError({ checksum: 'checksum_unfit' })
  const sessionId = upload_token.split('.')[0] ?? ''
  const expected = uploadToken(ownerId, sessionId, upload_path, given)
  if (!isUuid(sessionId) || !equalInConstantTime(expected, upload_token))
    throw new RuleError('invalid_upload_token')
  return completeDocumentUpload(ownerId, sessionId, checksum || undefined)
}

function uploadToken(
  ownerId: string,
  sessionId: string,
  path: string,
  { document_type, file_size, mime_type }: DocumentFile,
): string {
  const declared = JSON.stringify([ownerId, sessionId, path, document_type, file_size, mime_type])
  return `${sessionId}.${signHex(env.AUTH_SECRET, `kyc-upload:${declared}`)}`
}

async function storeDocument(tx: Tx, ownerId: string, file: UploadedFile): Promise<void> {
  const { status } = await lockKyc(tx, ownerId)
  refuseLocked(status)
  const type = kycDocumentType.parse(file.details.document_type)
  const former = await tx.kysely
    .selectFrom('kycDocument')
    .select('objectKey')
    .where('userId', '=', ownerId)
    .where('documentType', '=', type)
    .executeTakeFirst()
  const document = {
    objectKey: file.key,
    fileName: file.fileName,
    fileSize: file.fileSize,
    mimeType: file.mimeType,
    uploadedAt: now(),
    checkedAt: file.mimeType === HEIC_TYPE ? null : now(),
    problem: null,
  }
  const { id } = await tx.kysely
    .insertInto('kycDocument')
    .values({ userId: ownerId, documentType: type, ...document })
    .onConflict((conflict) => conflict.columns(['userId', 'documentType']).doUpdateSet(document))
    .returning('id')
    .executeTakeFirstOrThrow()
  if (file.mimeType === HEIC_TYPE) await enqueue(tx, checkDocumentJob, { documentId: id })
  if (former) await enqueue(tx, deleteFilesJob, { files: [{ bucket: file.bucket, key: former.objectKey }] })
  await setStatus(tx, ownerId, statusAfterSaving(status))
}

async function readStatus(userId: string): Promise<KycStatus> {
  const found = await kysely(db())
    .selectFrom('profile')
    .select('kycStatus')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return found?.kycStatus ?? 'not_submitted'
}
