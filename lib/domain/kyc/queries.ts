import type { z } from 'zod'
import { type KycForm, type kycDocument, kycForm } from '#lib/contract/kyc/calls.ts'
import type { Queryable } from '#lib/core/db.ts'
import { prisma } from '#lib/core/prisma.ts'
import { sealing } from '#lib/core/sealing.ts'
import { emptyForm } from './schema.ts'

/** A stored document as its owner sees it. */
export type KycDocumentView = z.infer<typeof kycDocument>

// Written by an earlier version it may lack a field that the form has now.
const storedForm = kycForm.partial()

/** Returns the form as it was last saved, opened; an empty form where nothing was saved. */
export async function readKycForm(on: Queryable, userId: string): Promise<KycForm> {
  const row = await prisma(on).kycRecord.findUnique({ where: { userId }, select: { sealed: true } })
  return openForm(userId, row?.sealed ?? null)
}

/** Opens a stored form; an empty form where there is none. */
export function openForm(userId: string, sealed: Uint8Array | null): KycForm {
  if (!sealed) return emptyForm
  return { ...emptyForm, ...storedForm.parse(JSON.parse(sealing().open(sealed, userId))) }
}

/** Returns the documents of a person, in the order of the form. */
export async function readKycDocuments(on: Queryable, userId: string): Promise<KycDocumentView[]> {
  const found = await prisma(on).kycDocument.findMany({
    where: { userId },
    orderBy: { documentType: 'asc' },
    select: { documentType: true, fileName: true, fileSize: true, mimeType: true, uploadedAt: true },
  })
  return found.map((row) => ({
    document_type: row.documentType,
    file_name: row.fileName,
    file_size: row.fileSize,
    mime_type: row.mimeType,
    uploaded_at: row.uploadedAt.toISOString(),
  }))
}
