import type { KycDocumentType } from '#lib/contract/kyc/calls.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { signGet } from '#lib/core/storage.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'

/** For how many seconds a link opens a document. */
export const DOCUMENT_LINK_SECONDS = 300

export type DocumentLink = { url: string; expires_at: string }

type Viewing = {
  readonly userId: string
  readonly officer: { readonly id: string }
  readonly address: string
}

/**
 * Makes a link that opens one document for DOCUMENT_LINK_SECONDS. Whoever holds it can look, so making it is what the audit
 * records as a view.
 * @throws NotFoundError
 */
export async function openDocument(
  tx: Tx,
  { userId, officer, address }: Viewing,
  type: KycDocumentType,
): Promise<DocumentLink> {
  const stored = await tx.prisma.kycDocument.findUnique({
    where: { userId_documentType: { userId, documentType: type } },
    select: { objectKey: true },
  })
  if (!stored) throw new NotFoundError()
  await recordAudit(tx, {
    actor: officer,
    action: 'kyc.document_viewed',
    subject: { type: 'user', id: userId },
    after: { document_type: type },
    address,
  })
  const url = await signGet({ bucket: 'private', key: stored.objectKey }, DOCUMENT_LINK_SECONDS)
  return { url, expires_at: addSeconds(now(), DOCUMENT_LINK_SECONDS).toISOString() }
}
