import type { z } from 'zod'
import { type KycDocumentType, type KycForm, type kycDocument, kycForm } from '#lib/contract/kyc/calls.ts'
import { firstRow, type Queryable, rows } from '#lib/core/db.ts'
import { sealing } from '#lib/core/sealing.ts'
import { emptyForm } from './schema.ts'

/** A stored document as its owner sees it. */
export type KycDocumentView = z.infer<typeof kycDocument>

// Written by an earlier version it may lack a field that the form has now.
const storedForm = kycForm.partial()

/** The form as it was last saved, opened; empty where nothing was. */
export async function readKycForm(on: Queryable, userId: string): Promise<KycForm> {
  const row = await firstRow<{ sealed: Uint8Array }>(on, 'SELECT sealed FROM kyc_record WHERE user_id = $1', [
    userId,
  ])
  return openForm(userId, row?.sealed ?? null)
}

/** A form as it is stored, opened; empty where there is none. */
export function openForm(userId: string, sealed: Uint8Array | null): KycForm {
  if (!sealed) return emptyForm
  return { ...emptyForm, ...storedForm.parse(JSON.parse(sealing().open(sealed, userId))) }
}

type DocumentRow = {
  document_type: KycDocumentType
  file_name: string
  file_size: number
  mime_type: string
  uploaded_at: Date
}

/** The documents of a person, in the order of the form. */
export async function readKycDocuments(on: Queryable, userId: string): Promise<KycDocumentView[]> {
  const found = await rows<DocumentRow>(
    on,
    `SELECT document_type::text, file_name, file_size, mime_type, uploaded_at FROM kyc_document
     WHERE user_id = $1 ORDER BY kyc_document.document_type`,
    [userId],
  )
  return found.map((row) => ({ ...row, uploaded_at: row.uploaded_at.toISOString() }))
}
