import { sql } from 'kysely'
import type { z } from 'zod'
import { type KycForm, type kycDocument, kycForm } from '#lib/contract/kyc/calls.ts'
import type { Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { prisma } from '#lib/core/prisma.ts'
import { sealing } from '#lib/core/sealing.ts'
import { hashesOfNationalId } from './blind-index.ts'
import { emptyForm } from './schema.ts'

/** A stored document as its owner sees it. */
export type KycDocumentView = z.infer<typeof kycDocument>

/** A form that an earlier version of the product stored may lack fields. */
const storedForm = kycForm.partial()

/** Returns the form as it was last saved, or an empty one. */
export async function readKycForm(on: Queryable, userId: string): Promise<KycForm> {
  const row = await prisma(on).kycRecord.findUnique({ where: { userId }, select: { sealed: true } })
  return openForm(userId, row?.sealed ?? null)
}

/** Decrypts a stored form. @param sealed null gives an empty form */
export function openForm(userId: string, sealed: Uint8Array | null): KycForm {
  if (!sealed) return emptyForm
  return { ...emptyForm, ...storedForm.parse(JSON.parse(sealing().open(sealed, userId))) }
}

/** Returns the documents of a person, in the order of the form. */
export async function readKycDocuments(on: Queryable, userId: string): Promise<KycDocumentView[]> {
  const found = await prisma(on).kycDocument.findMany({
    where: { userId },
    orderBy: { documentType: 'asc' },
    select: {
      documentType: true,
      fileName: true,
      fileSize: true,
      mimeType: true,
      uploadedAt: true,
      problem: true,
    },
  })
  return found.map((row) => ({
    document_type: row.documentType,
    file_name: row.fileName,
    file_size: row.fileSize,
    mime_type: row.mimeType,
    uploaded_at: row.uploadedAt.toISOString(),
    problem: row.problem,
  }))
}

/** Tells whether this national id is approved for another person than this one. */
export async function isNationalIdTaken(on: Queryable, userId: string, nationalId: string): Promise<boolean> {
  const found = await kysely(on)
    .selectFrom('kyc_record as r')
    .innerJoin('profile as p', 'p.user_id', 'r.user_id')
    .select('r.user_id')
    .where('r.national_id_hash', '=', sql<Buffer>`any(${hashesOfNationalId(nationalId)}::bytea[])`)
    .where('r.user_id', '<>', userId)
    .where('p.kyc_status', '=', 'approved')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
