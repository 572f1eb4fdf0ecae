import type { z } from 'zod'
import { type KycForm, type kycDocument, kycForm } from '#lib/contract/kyc/calls.ts'
import { withApiNames } from '#lib/core/api-names.ts'
import type { Queryable } from '#lib/core/db.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { sealing } from '#lib/core/sealing.ts'
import { hashesOfNationalId } from './blind-index.ts'
import { emptyForm } from './schema.ts'

/** A document as its owner sees it. */
export type KycDocumentView = z.infer<typeof kycDocument>

/** An empty form before the first save. */
export async function readKycForm(on: Queryable, userId: string): Promise<KycForm> {
  const row = await kysely(on)
    .selectFrom('kycRecord')
    .select('sealed')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return openForm(userId, row?.sealed ?? null)
}

/** @param sealed null gives an empty form */
export function openForm(userId: string, sealed: Uint8Array | null): KycForm {
  if (!sealed) return emptyForm
  return kycForm.parse(JSON.parse(sealing().open(sealed, userId)))
}

/** In the form's order. */
export async function readKycDocuments(on: Queryable, userId: string): Promise<KycDocumentView[]> {
  const found = await kysely(on)
    .selectFrom('kycDocument')
    .select(['documentType', 'fileName', 'fileSize', 'mimeType', 'uploadedAt', 'problem'])
    .where('userId', '=', userId)
    .orderBy('documentType')
    .execute()
  return found.map(withApiNames)
}

/** Whether the national id is approved for another person. */
export async function isNationalIdTaken(on: Queryable, userId: string, nationalId: string): Promise<boolean> {
  const found = await kysely(on)
    .selectFrom('kycRecord as r')
    .innerJoin('profile as p', 'p.userId', 'r.userId')
    .select('r.userId')
    .where('r.nationalIdHash', '=', anyOf(hashesOfNationalId(nationalId)))
    .where('r.userId', '<>', userId)
    .where('p.kycStatus', '=', 'approved')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
