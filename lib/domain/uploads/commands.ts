import { type Selectable, sql } from 'kysely'
import { lockName } from '#lib/core/advisory-lock.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { NotFoundError, RuleError, UnauthenticatedError } from '#lib/core/errors.ts'
import type { UploadSession as UploadSessionRow } from '#lib/core/generated/kysely/tables.ts'
import { newId, newSecret } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import { deleteObject, listPages, type StoredAt, signPut } from '#lib/core/storage.ts'
import { inSpan, traceContext } from '#lib/core/tracing.ts'
import { lockLiveAccount } from '#lib/domain/accounts/live-account.ts'
import { copyAndCheck } from './check-file.ts'
import { expiredUpload, newerCheckRunning, replacedUpload } from './errors.ts'
import { deleteFilesJob } from './jobs.ts'
import {
  CHECKED_WITHIN_SECONDS,
  COMPLETED_WITHIN_SECONDS,
  declaredType,
  LINK_SECONDS,
  partKey,
  partsOf,
  RESUMED_WITHIN_SECONDS,
  uploadRules,
} from './policy.ts'
import {
  type OpenedParts,
  type OpenedUpload,
  PART_TYPE,
  type UploadedFile,
  type UploadKind,
  type UploadRequest,
  uploadDetails,
} from './schema.ts'

/**
 * Opens a session with a signed link for a PUT of exactly the declared type and size. Replaces an incomplete
 * upload of the same file. The caller checks permission.
 * @param within the transaction in which the caller checked permission; it must hold no locks yet
 * @throws RuleError `invalid_file_type`, `file_too_large`
 * @throws UnauthenticatedError if the account was closed meanwhile
 */
export function openUpload(request: UploadRequest, within?: Tx): Promise<OpenedUpload> {
  return within ? open(within, request) : transaction((tx) => open(tx, request))
}

async function open(tx: Tx, request: UploadRequest): Promise<OpenedUpload> {
  const { kind, fileName, fileSize } = request
  const rules = uploadRules[kind]
  const mimeType = declaredType(kind, request.mimeType, fileName)
  if (mimeType === null) throw new RuleError(`invalid_file_type.${rules.what}`)
  if (fileSize > rules.maxSize) throw new RuleError(`file_too_large.${rules.what}`)
  const moment = now()
  const [sessionId, incomingKey] = [newId(), `incoming/${newSecret()}`]
  const expiresAt = addSeconds(moment, LINK_SECONDS)
  await lockLiveAccount(tx, request.ownerId)
  await replaceUnfinishedUploads(tx, request)
  await tx.kysely
    .insertInto('uploadSession')
    .values({
      id: sessionId,
      userId: request.ownerId,
      kind,
      objectKey: incomingKey,
      fileName,
      fileSize,
      mimeType,
      details: uploadDetails.parse(request.details ?? {}),
      createdAt: moment,
      expiresAt,
      traceContext: traceContext(),
    })
    .execute()
  const signed = { contentType: request.mimeType, contentLength: fileSize }
  const uploadUrl = await signPut(incoming(incomingKey), signed, LINK_SECONDS)
  return { sessionId, uploadUrl, uploadPath: incomingKey, expiresAt }
}

/** Marks the owner's open uploads of the same file, or of the same document type, as replaced. */
async function replaceUnfinishedUploads(tx: Tx, request: UploadRequest): Promise<void> {
  const { ownerId, kind, fileName, fileSize, details } = request
  await lockName(tx.client, `upload:${ownerId}:${kind}`)
  await tx.kysely
    .updateTable('uploadSession')
    .set({ status: 'replaced' })
    .where('userId', '=', ownerId)
    .where('kind', '=', kind)
    .where('status', '=', 'open')
    .$if(kind !== 'kyc_document', (uploads) =>
      uploads.where('fileName', '=', fileName).where('fileSize', '=', fileSize),
    )
    .where(
      (eb) => sql`${eb.ref('details')}->'document_type'`,
      'is not distinct from',
      sql`${JSON.stringify(details ?? {})}::jsonb->'document_type'`,
    )
    .execute()
}

/**
 * Signs links for an upload's parts, to continue after a lost connection. Each call extends the upload by an
 * hour, up to a day. For a complete upload all parts are stored: the caller can complete it again.
 * @throws NotFoundError for an unknown session, or one of another owner or kind
 * @throws RuleError `upload_refused`, `upload_replaced`, `upload_expired`
 */
export async function openParts(ownerId: string, kind: UploadKind, sessionId: string): Promise<OpenedParts> {
  const moment = now()
  const session = await kysely(db())
    .selectFrom('uploadSession')
    .selectAll()
    .where('id', '=', sessionId)
    .where('userId', '=', ownerId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (!session) throw new NotFoundError()
  throwIfEnded(session, moment)
  if (session.status === 'completed') return allStored(session)
  const inTime = (RESUMED_WITHIN_SECONDS * 1000 - (moment.getTime() - session.createdAt.getTime())) / 1000
  const seconds = Math.floor(Math.min(LINK_SECONDS, inTime))
  if (seconds <= 0) throw expiredUpload()
  const expiresAt = addSeconds(moment, seconds)
  const kept = await kysely(db())
    .updateTable('uploadSession')
    .set({ expiresAt })
    .where('id', '=', sessionId)
    .where('status', '=', 'open')
    .executeTakeFirst()
  // The upload ended since it was read: read it again to learn why.
  if (kept.numUpdatedRows === 0n) return openParts(ownerId, kind, sessionId)
  const sizes = new Map<string, number>()
  for await (const page of listPages(incoming(`${session.objectKey}.`)))
    for (const { key, size } of page) sizes.set(key, size)
  const parts = await Promise.all(
    partsOf(session.fileSize).map(async ({ number, size }) => {
      const key = partKey(session.objectKey, number)
      const url = await signPut(incoming(key), { contentType: PART_TYPE, contentLength: size }, seconds)
      return { number, size, url, isStored: sizes.get(key) === size }
    }),
  )
  return { sessionId, parts, expiresAt, isComplete: false }
}

function allStored({ id, fileSize, expiresAt }: UploadSession): OpenedParts {
  const parts = partsOf(fileSize).map((part) => ({ ...part, url: '', isStored: true }))
  return { sessionId: id, parts, expiresAt, isComplete: true }
}

export async function cancelUpload(ownerId: string, kind: UploadKind, sessionId: string): Promise<void> {
  await kysely(db())
    .updateTable('uploadSession')
    .set({ status: 'refused' })
    .where('id', '=', sessionId)
    .where('userId', '=', ownerId)
    .where('kind', '=', kind)
    .where('status', '=', 'open')
    .execute()
}

export type Completion = {
  readonly sessionId: string
  readonly ownerId: string
  readonly kind: UploadKind
  /** SHA-256 in hex, if given. */
  readonly checksum?: string | undefined
  /** Stores the domain's row, in the transaction that completes the session, so exactly once. */
  readonly keep: (tx: Tx, file: UploadedFile) => Promise<void>
}

/**
 * Checks the file, moves it to a key that the link cannot write, and passes it to `keep`. Idempotent.
 * @throws NotFoundError for an unknown session, or one of another owner or kind
 * @throws RuleError `upload_missing`, `upload_refused`, `upload_expired` (400), `upload_in_progress`,
 *   `upload_replaced` (409), `busy` (503), and errors of `keep`
 * @throws UnauthenticatedError if the account was closed meanwhile
 */
export async function completeUpload(completion: Completion): Promise<UploadedFile> {
  const session = await beginCheck(completion)
  if (session.status === 'completed') return fileOf(session)
  const attributes = { 'ngoma.upload.id': session.id, 'ngoma.upload.kind': session.kind }
  return inSpan('complete upload', { parent: session.traceContext, attributes }, () =>
    checkAndKeep(session, completion),
  )
}

async function checkAndKeep(session: CheckedSession, completion: Completion): Promise<UploadedFile> {
  const file = fileOf(session)
  const { kind, checksum } = completion
  let type: string
  const announced = { kind, fileSize: session.fileSize, mimeType: session.mimeType, checksum }
  try {
    type = await copyAndCheck(incoming(session.objectKey), partsAt(session), file, announced)
  } catch (error) {
    if (error instanceof RuleError) await storeRefusal(session, error)
    throw error
  }
  try {
    await transaction(async (tx) => {
      await lockLiveAccount(tx, completion.ownerId)
      await finish(tx, session, type)
      await completion.keep(tx, { ...file, mimeType: type })
    })
  } catch (error) {
    // After another error the transaction may have committed; the sweep deletes the copy if it did not.
    if (error instanceof RuleError || error instanceof UnauthenticatedError) await discard(file)
    throw error
  }
  await discard(incoming(session.objectKey), ...partsAt(session))
  return { ...file, mimeType: type }
}

type UploadSession = Selectable<UploadSessionRow>

type CheckedSession = UploadSession & { storedKey: string }

/**
 * Stores a new key for the copy before each check: only the newest check can finish, and the sweep finds the
 * copy of a dead check. A delayed job deletes the former copy again: its check may still be copying.
 */
async function beginCheck({ sessionId, ownerId, kind }: Completion): Promise<CheckedSession> {
  const { bucket, folder } = uploadRules[kind]
  const { session, former } = await transaction(async (tx) => {
    await lockLiveAccount(tx, ownerId)
    const found = await tx.kysely
      .selectFrom('uploadSession')
      .selectAll()
      .where('id', '=', sessionId)
      .where('userId', '=', ownerId)
      .where('kind', '=', kind)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw new NotFoundError()
    const moment = now()
    throwIfEnded(found, moment)
    const former: StoredAt | null = found.storedKey === null ? null : { bucket, key: found.storedKey }
    if (found.status === 'completed' && former !== null)
      return { session: { ...found, storedKey: former.key }, former: null }
    const storedKey = `${folder}/${newSecret()}`
    await tx.kysely.updateTable('uploadSession').set({ storedKey }).where('id', '=', sessionId).execute()
    if (former !== null)
      await enqueue(tx, deleteFilesJob, { files: [former] }, addSeconds(moment, CHECKED_WITHIN_SECONDS))
    return { session: { ...found, storedKey }, former }
  })
  if (former !== null) await discard(former)
  return session
}

/** @throws RuleError if the upload has ended */
function throwIfEnded({ status, expiresAt }: UploadSession, moment: Date): void {
  if (status === 'replaced') throw replacedUpload()
  if (status === 'refused') throw new RuleError('upload_refused')
  if (status === 'open' && addSeconds(expiresAt, COMPLETED_WITHIN_SECONDS) < moment) throw expiredUpload()
}

async function finish(tx: Tx, { id, storedKey }: CheckedSession, mimeType: string): Promise<void> {
  const done = await tx.kysely
    .updateTable('uploadSession')
    .set({ status: 'completed', completedAt: now(), mimeType })
    .where('id', '=', id)
    .where('storedKey', '=', storedKey)
    .where('status', '=', 'open')
    .executeTakeFirst()
  if (done.numUpdatedRows === 0n) throw await whyNotNewest(tx.client, id)
}

async function whyNotNewest(on: Queryable, id: string): Promise<RuleError> {
  const session = await kysely(on)
    .selectFrom('uploadSession')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirst()
  return session?.status === 'replaced' ? replacedUpload() : newerCheckRunning()
}

/**
 * Stores the outcome of the newest check. An older check proves nothing: its files may be deleted already.
 * @throws RuleError `upload_in_progress` for an older check, `upload_replaced`
 */
async function storeRefusal(session: CheckedSession, refusal: RuleError): Promise<void> {
  const status = refusal.code === 'upload_refused' ? 'refused' : 'open'
  const newest = await kysely(db())
    .updateTable('uploadSession')
    .set({ status })
    .where('id', '=', session.id)
    .where('storedKey', '=', session.storedKey)
    .where('status', '=', 'open')
    .executeTakeFirst()
  if (newest.numUpdatedRows === 0n) throw await whyNotNewest(db(), session.id)
  if (status === 'refused') await discard(incoming(session.objectKey), ...partsAt(session))
}

/** Deletes files. If that fails, the sweep or the job of `beginCheck` deletes them later. */
async function discard(...files: StoredAt[]): Promise<void> {
  for (const at of files)
    await deleteObject(at).catch((error: Error) => log.warn({ err: error.message }, 'upload not deleted yet'))
}

function incoming(key: string): StoredAt {
  return { bucket: 'private', key }
}

function partsAt({ objectKey, fileSize }: UploadSession): StoredAt[] {
  return partsOf(fileSize).map(({ number }) => incoming(partKey(objectKey, number)))
}

function fileOf(session: CheckedSession): UploadedFile {
  return {
    sessionId: session.id,
    bucket: uploadRules[session.kind].bucket,
    key: session.storedKey,
    fileName: session.fileName,
    fileSize: session.fileSize,
    mimeType: session.mimeType,
    details: uploadDetails.parse(session.details),
  }
}
