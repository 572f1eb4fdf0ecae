import type { z } from 'zod'
import type { KycDocumentType, KycStatus } from '#lib/contract/kyc/calls.ts'
import type { KycSubmissionDetail, kycReview } from '#lib/contract/kyc/review.ts'
import { firstRow, type Queryable, rows } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { transaction } from '#lib/core/outbox.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { ownSubject } from '#lib/domain/review/errors.ts'
import { readClaims } from '#lib/domain/review/queries.ts'
import { printsOfNationalId } from './blind-index.ts'
import { type DocumentLink, openDocument } from './document-links.ts'
import { requiredFields } from './policy.ts'
import { openForm, readKycDocuments } from './queries.ts'
import { presentSubmission, type SubmissionRow, submissionColumns, submissionJoins } from './submissions.ts'

/** Who reads whose identity; `address` is where their request came from. */
export type Reading = { readonly userId: string; readonly officer: Actor; readonly address: string }

/**
 * Everything about one submission, with links to its documents. That it was read, and that each document was opened, is
 * on record before anything is answered.
 * @throws NotFoundError; RuleError `own_submission` (403): colleagues' notes about oneself are not for oneself
 */
export async function readSubmission(reading: Reading): Promise<KycSubmissionDetail> {
  const { userId, officer, address } = reading
  if (userId === officer.id) throw ownSubject()
  return transaction(async (tx) => {
    const row = await readDetailRow(tx.client, userId)
    if (!row) throw new NotFoundError()
    const stored = await readKycDocuments(tx.client, userId)
    await recordAudit(tx, {
      actor: officer,
      action: 'kyc.viewed',
      subject: { type: 'user', id: userId },
      address,
    })
    const documents = []
    for (const document of stored)
      documents.push({ ...document, ...(await openDocument(tx, reading, document.document_type)) })
    const claims = await readClaims(tx.client, 'kyc', [userId])
    const form = openForm(userId, row.sealed)
    const item = presentSubmission(row, claims.get(userId) ?? null)
    return {
      ...item,
      user: { ...item.user, phone_number: row.phone, created_at: row.joinedAt.toISOString() },
      form,
      required_fields: requiredFields(row.role),
      documents,
      kyc_rejection_reason: row.rejectionReason,
      kyc_field_reasons: row.fieldReasons,
      reviews: await readReviews(tx.client, userId),
      same_national_id: await readOthersWithId(tx.client, userId, form.national_id),
    }
  })
}

/**
 * A fresh link to one document, on record as a view.
 * @throws NotFoundError; RuleError `own_submission` (403)
 */
export async function viewDocument(reading: Reading & { type: KycDocumentType }): Promise<DocumentLink> {
  if (reading.userId === reading.officer.id) throw ownSubject()
  return transaction((tx) => openDocument(tx, reading, reading.type))
}

type DetailRow = SubmissionRow & {
  phone: string
  joinedAt: Date
  rejectionReason: string
  fieldReasons: Record<string, string>
}

function readDetailRow(on: Queryable, userId: string): Promise<DetailRow | undefined> {
  return firstRow<DetailRow>(on, {
    name: 'kyc-submission',
    text: `SELECT ${submissionColumns}, u.phone_number AS phone, u.created_at AS "joinedAt",
        p.kyc_rejection_reason AS "rejectionReason", p.kyc_field_reasons AS "fieldReasons"
      ${submissionJoins} WHERE p.user_id = $1`,
    values: [userId],
  })
}

type Review = z.infer<typeof kycReview>
type ReviewRow = Omit<Review, 'officer' | 'created_at'> & {
  officerId: string
  username: string
  displayName: string
  createdAt: Date
}

async function readReviews(on: Queryable, userId: string): Promise<Review[]> {
  const found = await rows<ReviewRow>(on, {
    name: 'kyc-reviews',
    text: `SELECT v.id, v.action::text, v.reason, v.field_reasons, v.internal_note, v.created_at AS "createdAt",
        v.officer_id AS "officerId", u.username, coalesce(nullif(p.display_name, ''), u.username) AS "displayName"
      FROM kyc_review v JOIN app_user u ON u.id = v.officer_id LEFT JOIN profile p ON p.user_id = v.officer_id
      WHERE v.user_id = $1 ORDER BY v.created_at DESC, v.id DESC`,
    values: [userId],
  })
  return found.map(({ officerId, username, displayName, createdAt, ...row }) => ({
    ...row,
    officer: { id: officerId, username, display_name: displayName },
    created_at: createdAt.toISOString(),
  }))
}

type Other = { id: string; username: string; display_name: string; kyc_status: KycStatus }

function readOthersWithId(on: Queryable, userId: string, nationalId: string): Promise<Other[]> {
  return rows<Other>(on, {
    name: 'kyc-same-national-id',
    text: `SELECT u.id, u.username, coalesce(nullif(p.display_name, ''), u.username) AS display_name,
        p.kyc_status::text AS kyc_status
      FROM kyc_record r JOIN app_user u ON u.id = r.user_id JOIN profile p ON p.user_id = r.user_id
      WHERE r.national_id_hash = ANY($2::bytea[]) AND r.user_id <> $1 ORDER BY u.id`,
    values: [userId, printsOfNationalId(nationalId)],
  })
}
