import { addSeconds, now } from '#lib/core/clock.ts'
import { db, firstRow, type Queryable, rows } from '#lib/core/db.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { newId, newSecret } from '#lib/core/ids.ts'
import { log } from '#lib/core/log.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { deleteObject, type StoredAt, signPut } from '#lib/core/storage.ts'
import { takeFile } from './check-file.ts'
import { checkedElsewhere, expiredUpload, refusedFile } from './errors.ts'
import { COMPLETED_WITHIN_SECONDS, declaredType, LINK_SECONDS, uploadRules } from './policy.ts'
import type { OpenedUpload, UploadedFile, UploadKind, UploadRequest } from './schema.ts'

/**
 * Opens a session and signs a link that takes one PUT of exactly the announced type and size. Whoever may not upload is
 * for the caller to refuse.
 * @param on a transaction that what allows the upload is looked up in, where it has to hold until the session is there
 * @throws RuleError `invalid_file_type`, `file_too_large` with the kind's sentence
 */
export async function openUpload(request: UploadRequest, on: Queryable = db()): Promise<OpenedUpload> {
  const { kind, fileName, fileSize } = request
  const rules = uploadRules[kind]
  const mimeType = declaredType(kind, request.mimeType, fileName)
  if (mimeType === null) throw new RuleError('invalid_file_type', rules.wrongType)
  if (fileSize > rules.maxSize) throw new RuleError('file_too_large', rules.tooLarge)
  const moment = now()
  const [sessionId, uploadPath] = [newId(), `incoming/${newSecret()}`]
  const expiresAt = addSeconds(moment, LINK_SECONDS)
  await rows(
    on,
    `INSERT INTO upload_session (id, user_id, kind, object_key, file_name, file_size, mime_type, details, created_at, expires_at)
     VALUES ($1, $2, $3::upload_kind, $4, $5, $6, $7, $8, $9, $10)`,
    [
      sessionId,
      request.ownerId,
      kind,
      uploadPath,
      fileName,
      fileSize,
      mimeType,
      JSON.stringify(request.details ?? {}),
      moment,
      expiresAt,
    ],
  )
  const signed = { contentType: request.mimeType, contentLength: fileSize }
  const uploadUrl = await signPut(incoming(uploadPath), signed, LINK_SECONDS)
  return { sessionId, uploadUrl, uploadPath, expiresAt }
}

/**
 * Gives up uploads that are not complete: what was put, or still comes, is never taken. Completed ones stay as they are.
 * @param which one session, or those of the same file, which begins anew
 */
export async function giveUpUploads(
  on: Queryable,
  ownerId: string,
  kind: UploadKind,
  which: { sessionId: string } | { fileName: string; fileSize: number },
): Promise<void> {
  const [condition, values] =
    'sessionId' in which
      ? ['id = $3', [which.sessionId]]
      : ['file_name = $3 AND file_size = $4', [which.fileName, which.fileSize]]
  await rows(
    on,
    `UPDATE upload_session SET status = 'refused'
     WHERE user_id = $1 AND kind = $2::upload_kind AND status = 'open' AND ${condition}`,
    [ownerId, kind, ...values],
  )
}

/** How many uploads of somebody may still be completed by a link that is good. */
export async function countOpenUploads(on: Queryable, ownerId: string, kind: UploadKind): Promise<number> {
  const row = await firstRow<{ count: number }>(
    on,
    `SELECT count(*)::int AS count FROM upload_session
     WHERE user_id = $1 AND kind = $2::upload_kind AND status = 'open' AND expires_at > $3`,
    [ownerId, kind, now()],
  )
  return row?.count ?? 0
}

export type Completion = {
  readonly sessionId: string
  readonly ownerId: string
  readonly kind: UploadKind
  /** SHA-256 in hex, where the owner told it. */
  readonly checksum?: string | undefined
  /** Writes the file into its domain's table, in the transaction that completes the session: once, however often it is completed. */
  readonly keep: (tx: Tx, file: UploadedFile) => Promise<void>
}

/**
 * Checks what was put (it is there, its size, its first bytes), moves it out of the link's reach and hands it to
 * `keep`. What is not as announced is deleted. A session that is completed already answers its file again.
 * @throws NotFoundError for a session that is unknown, swept, or another owner's or kind's
 * @throws RuleError `upload_missing`, `upload_refused`, `upload_expired` (400), `upload_in_progress` (409), and what `keep` throws
 */
export async function completeUpload(completion: Completion): Promise<UploadedFile> {
  const session = await beginCheck(completion)
  const file = fileOf(session)
  if (session.status === 'completed') return file
  const { kind, checksum } = completion
  const announced = { kind, fileSize: session.file_size, mimeType: session.mime_type, checksum }
  try {
    await takeFile(incoming(session.object_key), file, announced)
  } catch (error) {
    if (error instanceof RuleError) await judgeRefusal(session, error)
    throw error
  }
  try {
    await transaction(async (tx) => {
      await finish(tx, session)
      await completion.keep(tx, file)
    })
  } catch (error) {
    // Surely not committed; after any other error nobody knows, and the sweep does not delete what was completed.
    if (error instanceof RuleError) await discard(file)
    throw error
  }
  await discard(incoming(session.object_key))
  return file
}

type SessionRow = {
  id: string
  kind: UploadKind
  status: 'open' | 'completed' | 'refused'
  object_key: string
  stored_key: string
  file_name: string
  file_size: number
  mime_type: string
  details: Record<string, unknown>
  expires_at: Date
}

/**
 * Each check copies to a place of its own, which is written down before anything lies there: of two checks at once
 * only the newer one can finish, and what a dead one leaves is found by the sweep.
 */
async function beginCheck({ sessionId, ownerId, kind }: Completion): Promise<SessionRow> {
  const { session, former } = await transaction(async ({ client }) => {
    const found = await firstRow<Omit<SessionRow, 'stored_key'> & { stored_key: string | null }>(
      client,
      `SELECT id, kind::text, status::text, object_key, stored_key, file_name, file_size, mime_type, details,
         expires_at
       FROM upload_session WHERE id = $1 AND user_id = $2 AND kind = $3::upload_kind FOR UPDATE`,
      [sessionId, ownerId, kind],
    )
    if (!found) throw new NotFoundError()
    if (found.status === 'refused')
      throw refusedFile('This upload was refused. Please select the file again.')
    if (found.status === 'open' && addSeconds(found.expires_at, COMPLETED_WITHIN_SECONDS) < now())
      throw expiredUpload()
    const isNew = found.status === 'open' || found.stored_key === null
    const stored_key = isNew ? `${uploadRules[kind].folder}/${newSecret()}` : (found.stored_key ?? '')
    if (isNew)
      await rows(client, 'UPDATE upload_session SET stored_key = $2 WHERE id = $1', [sessionId, stored_key])
    return { session: { ...found, stored_key }, former: isNew ? found.stored_key : null }
  })
  if (former !== null) await discard({ bucket: uploadRules[kind].bucket, key: former })
  return session
}

async function finish(tx: Tx, session: SessionRow): Promise<void> {
  const done = await firstRow(
    tx.client,
    `UPDATE upload_session SET status = 'completed', completed_at = $3
     WHERE id = $1 AND stored_key = $2 AND status = 'open' RETURNING id`,
    [session.id, session.stored_key, now()],
  )
  if (!done) throw checkedElsewhere()
}

/**
 * Only the newest check may refuse: an older one has lost its copy, or what was put, to it.
 * @throws RuleError `upload_in_progress` in an older one
 */
async function judgeRefusal(session: SessionRow, refusal: RuleError): Promise<void> {
  const status = refusal.code === 'upload_refused' ? 'refused' : 'open'
  const newest = await firstRow(
    db(),
    `UPDATE upload_session SET status = $3::upload_status WHERE id = $1 AND stored_key = $2 AND status = 'open'
     RETURNING id`,
    [session.id, session.stored_key, status],
  )
  if (!newest) throw checkedElsewhere()
  if (status === 'refused') await discard(incoming(session.object_key))
}

/** What is left behind here is found by the sweep. */
async function discard(at: StoredAt): Promise<void> {
  await deleteObject(at).catch((error: Error) => log.warn({ err: error.message }, 'upload not deleted yet'))
}

function incoming(key: string): StoredAt {
  return { bucket: 'private', key }
}

function fileOf(session: SessionRow): UploadedFile {
  return {
    sessionId: session.id,
    bucket: uploadRules[session.kind].bucket,
    key: session.stored_key,
    fileName: session.file_name,
    fileSize: session.file_size,
    mimeType: session.mime_type,
    details: session.details,
  }
}
