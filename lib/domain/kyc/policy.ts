import type { z } from 'zod'
import type { RoleName } from '#lib/contract/call.ts'
import {
  KYC_AGE_MIN,
  type KycDocumentType,
  type KycField,
  type KycForm,
  type KycStatus,
  kycDocumentTypes,
  type missingRequirements,
  requiredKycFields,
  requiredMusicianKycFields,
} from '#lib/contract/kyc/calls.ts'
import { nairobiParts } from '#lib/core/clock.ts'
import { type KycChange, kycFields } from './schema.ts'

export type MissingRequirements = z.infer<typeof missingRequirements>

/** Only those who are paid have to say who they are (docs/api.md, Roles). */
export function needsKyc(role: RoleName): boolean {
  return role === 'dancer' || role === 'copyright_owner'
}

/** Musicians' four more. None for staff (docs/api.md, Profile and KYC). */
export function requiredFields(role: RoleName): KycField[] {
  if (!needsKyc(role)) return []
  return role === 'copyright_owner'
    ? [...requiredKycFields, ...requiredMusicianKycFields]
    : [...requiredKycFields]
}

export function requiredDocuments(role: RoleName): KycDocumentType[] {
  return needsKyc(role) ? [...kycDocumentTypes] : []
}

/** What is still to be given; blank after trimming counts as missing. */
export function findMissing(
  role: RoleName,
  form: KycForm,
  documents: readonly KycDocumentType[],
): MissingRequirements {
  return {
    fields: requiredFields(role).filter((field) => form[field].trim() === ''),
    documents: requiredDocuments(role).filter((type) => !documents.includes(type)),
  }
}

/** What was handed in does not change any more, unless it is rejected. */
export function isLocked(status: KycStatus): boolean {
  return status === 'under_review' || status === 'approved'
}

/** The state after something of the form or a document was saved. */
export function statusAfterSaving(status: KycStatus): KycStatus {
  return status === 'not_submitted' ? 'pending' : status
}

const musicianFields: readonly KycField[] = requiredMusicianKycFields

/** The fields of a change that the role has: a dancer has no publisher, staff have no form. */
export function fieldsOfRole(role: RoleName, change: KycChange): KycChange {
  if (!needsKyc(role)) return {}
  const has = (field: KycField) => role === 'copyright_owner' || !musicianFields.includes(field)
  return Object.fromEntries(
    kycFields
      .filter((field) => has(field) && change[field] !== undefined)
      .map((field) => [field, change[field]]),
  )
}

/**
 * Why a date of birth cannot be, at a moment; null where it can. Days are counted in Nairobi.
 * @param born YYYY-MM-DD
 */
export function ageProblem(born: string, moment: Date): string | null {
  const [year = 0, month = 0, day = 0] = born.split('-').map(Number)
  const today = nairobiParts(moment)
  const hadBirthday = today.month > month || (today.month === month && today.day >= day)
  const age = today.year - year - (hadBirthday ? 0 : 1)
  if (age < 0 || age > 120) return 'Enter your date of birth.'
  return age < KYC_AGE_MIN ? `You must be ${KYC_AGE_MIN} or older.` : null
}

/** The same id however it is typed: 12 345-678 is 12345678. */
export function normaliseNationalId(typed: string): string {
  return typed.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** The different words of a name, without case and accents: Amína ODHIAMBO is amina and odhiambo. */
export function nameWords(name: string): string[] {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return [...new Set(plain.match(/[\p{L}\p{N}]+/gu))]
}
