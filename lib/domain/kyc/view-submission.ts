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

// Whatever an officer is shown of a submission, the audit log records in the same transaction.

/** Whose submission is viewed, and by whom; `address` is where the officer's request came from. */
export type Viewing = { readonly userId: string; readonly officer: Actor; readonly address: string }

/**
 * Reads everything about one submission, with links to its documents. Before it answers, the audit log records that the
 * submission was read and that each document was opened.
 * @throws NotFoundError also where it was not handed in yet
 * @throws RuleError `own_submission` (403), because colleagues' notes about an officer are not for that officer
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
 * Makes a new link to one document, which the audit log records as a view.
 * @throws NotFoundError also where it was not handed in yet
 * @throws RuleError `own_submission` (403)
 */
export async function viewDocument(viewing: Viewing & { type: KycDocumentType }): Promise<DocumentLink> {
  if (viewing.userId === viewing.officer.id) throw ownSubject()
  return transaction((tx) => openDocument(tx, viewing, viewing.type))
}

/** Whoever has the link can open the document, so the audit log records a view when the link is made. */
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
