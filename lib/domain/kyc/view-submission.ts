import type { KycDocumentType } from '#lib/contract/kyc/calls.ts'
import type { KycSubmissionDetail } from '#lib/contract/kyc/review.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { ownSubject } from '#lib/domain/review/errors.ts'
import { readClaims } from '#lib/domain/review/queries.ts'
import { type DocumentLink, linkToDocument } from './document-links.ts'
import { requiredFields } from './policy.ts'
import { openForm, readKycDocuments } from './queries.ts'
import { fieldReasons } from './schema.ts'
import { readOthersWithId, readOthersWithPhone, readReviews, submitted } from './submission-queries.ts'
import { presentSubmission, selectSubmissions, withColumns } from './submission-rows.ts'

// The audit records every view of a submission in the same transaction.

/** `address` is the client's. */
export type Viewing = { readonly userId: string; readonly officer: Actor; readonly address: string }

/**
 * Returns a submission with links to its documents. First audits the view and each opened document.
 * @throws NotFoundError also before the submission
 * @throws RuleError `own_submission` (403): colleagues' notes about an officer are not for that officer
 */
export async function viewSubmission(viewing: Viewing): Promise<KycSubmissionDetail> {
  const { userId, officer, address } = viewing
  if (userId === officer.id) throw ownSubject()
  return transaction(async (tx) => {
    const row = await withColumns(selectSubmissions(tx.client))
      .select(['u.phoneNumber', 'u.createdAt', 'p.kycFieldReasons'])
      .where('p.userId', '=', userId)
      .where('p.kycStatus', 'in', submitted)
      .executeTakeFirst()
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
      documents.push({ ...document, ...(await openDocument(tx, viewing, document.document_type)) })
    const claims = await readClaims(tx.client, 'kyc', [userId])
    const form = openForm(userId, row.sealed)
    const item = presentSubmission(row, claims.get(userId) ?? null)
    return {
      ...item,
      user: { ...item.user, phone_number: row.phoneNumber, created_at: row.createdAt.toISOString() },
      form,
      required_fields: requiredFields(row.role),
      documents,
      kyc_rejection_reason: row.kycRejectionReason,
      kyc_field_reasons: fieldReasons.parse(row.kycFieldReasons),
      reviews: await readReviews(tx, userId),
      same_national_id: await readOthersWithId(tx.client, userId, form.national_id),
      same_phone: await readOthersWithPhone(tx.client, userId, row.phoneNumber),
    }
  })
}

/**
 * Returns a new link to a document, audited as a view.
 * @throws NotFoundError also before the submission
 * @throws RuleError `own_submission` (403)
 */
export async function viewDocument(viewing: Viewing & { type: KycDocumentType }): Promise<DocumentLink> {
  if (viewing.userId === viewing.officer.id) throw ownSubject()
  return transaction((tx) => openDocument(tx, viewing, viewing.type))
}

/** A link is enough to open the document, so its creation is audited. */
async function openDocument(
  tx: Tx,
  { userId, officer, address }: Viewing,
  type: KycDocumentType,
): Promise<DocumentLink> {
  const stored = await tx.kysely
    .selectFrom('kycDocument as d')
    .innerJoin('profile as p', 'p.userId', 'd.userId')
    .select('d.objectKey')
    .where('d.userId', '=', userId)
    .where('d.documentType', '=', type)
    .where('p.kycStatus', 'in', submitted)
    .executeTakeFirst()
  if (!stored) throw new NotFoundError()
  await recordAudit(tx, {
    actor: officer,
    action: 'kyc.document_viewed',
    subject: { type: 'user', id: userId },
    after: { document_type: type },
    address,
  })
  return linkToDocument(stored.objectKey)
}
