import { addSeconds, now } from '#lib/core/clock.ts'
import { db, firstRow, type Queryable, rows } from '#lib/core/db.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { newId, newSecret } from '#lib/core/ids.ts'
import { log } from '#lib/core/log.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { deleteObject, type StoredAt, signPut } from '#lib/core/storage.ts'
import { takeFile } from './check-file.ts'
import { checkedElsewhere, expiredUpload, refusedFile, replacedUpload } from './errors.ts'
import { COMPLETED_WITHIN_SECONDS, declaredType, LINK_SECONDS, uploadRules } from './policy.ts'
import type { OpenedUpload, UploadedFile, UploadKind, UploadRequest } from './schema.ts'

/**
 * Opens a session and signs a link that takes one PUT of exactly the announced type and size. Whoever may not upload is
 * for the caller to refuse. An upload of the same file that is not complete is replaced: it was cut off, or begun twice.
 * @param within a transaction that what allows the upload is looked up in, where it has to hold until the session is there
 * @throws RuleError `invalid_file_type`, `file_too_large` with the kind's sentence
 */
export function openUpload(request: UploadRequest, within?: Tx): Promise<OpenedUpload> {
  return within ? open(within, request) : transaction((tx) => open(tx, request))
}

async function open(tx: Tx, request: UploadRequest): Promise<OpenedUpload> {
  const { kind, fileName, fileSize } = request
  const rules = uploadRules[kind]
  const mimeType = declaredType(kind, request.mimeType, fileName)
  if (mimeType === null) throw new RuleError('invalid_file_type', rules.wrongType)
  if (fileSize > rules.maxSize) throw new RuleError('file_too_large', rules.tooLarge)
  const moment = now()
  const [sessionId, uploadPath] = [newId(), `incoming/${newSecret()}`]
  const expiresAt = addSeconds(moment, LINK_SECONDS)
  await replaceFormer(tx, request)
  await rows(
    tx.client,
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
 * The same file for the same place (of documents, the same type) is uploaded once at a time: of two that are begun at once
 * the later one counts.
 */
async function replaceFormer({ client }: Tx, request: UploadRequest): Promise<void> {
  const { ownerId, kind, fileName, fileSize, details } = request
  await rows(client, 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`upload:${ownerId}:${kind}`])
  await rows(
    client,
    `UPDATE upload_session SET status = 'replaced'
     WHERE user_id = $1 AND kind = $2::upload_kind AND status = 'open' AND file_name = $3 AND file_size = $4
       AND details->'document_type' IS NOT DISTINCT FROM $5::jsonb->'document_type'`,
    [ownerId, kind, fileName, fileSize, JSON.stringify(details ?? {})],
  )
}

/** Gives up an upload that is not complete: what was put, or still comes, is never taken. A completed one stays as it is. */
export async function giveUpUpload(
  on: Queryable,
  ownerId: string,
  kind: UploadKind,
  sessionId: string,
): Promise<void> {
  await rows(
    on,
    `UPDATE upload_session SET status = 'refused'
     WHERE id = $3 AND user_id = $1 AND kind = $2::upload_kind AND status = 'open'`,
    [ownerId, kind, sessionId],
  )
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
 * @throws RuleError `upload_missing`, `upload_refused`, `upload_expired` (400), `upload_in_progress`, `upload_replaced`
 * (409), and what `keep` throws
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
  status: 'open' | 'completed' | 'refused' | 'replaced'
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
    if (found.status === 'replaced') throw replacedUpload()
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
  if (!done) throw await whyElsewhere(tx.client, session)
}

/** A check that is not the newest any more, or whose upload was begun anew while it ran. */
async function whyElsewhere(on: Queryable, { id }: SessionRow): Promise<RuleError> {
  const replaced = await firstRow(on, `SELECT 1 FROM upload_session WHERE id = $1 AND status = 'replaced'`, [
    id,
  ])
  return replaced ? replacedUpload() : checkedElsewhere()
}

/**
 * Only the newest check may refuse: an older one has lost its copy, or what was put, to it.
 * @throws RuleError `upload_in_progress` in an older one, `upload_replaced`
 */
async function judgeRefusal(session: SessionRow, refusal: RuleError): Promise<void> {
  const status = refusal.code === 'upload_refused' ? 'refused' : 'open'
  const newest = await firstRow(
    db(),
    `UPDATE upload_session SET status = $3::upload_status WHERE id = $1 AND stored_key = $2 AND status = 'open'
     RETURNING id`,
    [session.id, session.stored_key, status],
  )
  if (!newest) throw await whyElsewhere(db(), session)
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
