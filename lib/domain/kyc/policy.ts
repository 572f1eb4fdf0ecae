import type { z } from 'zod'
import type { RoleName } from '#lib/contract/call.ts'
import {
  type DocumentProblem,
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
import { type Sentence, say } from '#lib/core/sentence.ts'
import { type KycChange, kycFields } from './schema.ts'

export type MissingRequirements = z.infer<typeof missingRequirements>

/** Whether a role receives money and so needs KYC (docs/api.md, Roles). */
export function needsKyc(role: RoleName): boolean {
  return role === 'dancer' || role === 'copyright_owner'
}

/** Musicians have four more fields than dancers, staff none (docs/api.md, Profile and KYC). */
export function requiredFields(role: RoleName): KycField[] {
  if (!needsKyc(role)) return []
  return role === 'copyright_owner'
    ? [...requiredKycFields, ...requiredMusicianKycFields]
    : [...requiredKycFields]
}

export function requiredDocuments(role: RoleName): KycDocumentType[] {
  return needsKyc(role) ? [...kycDocumentTypes] : []
}

/** A field with only spaces is missing. */
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

/** The types of readable documents; the owner must upload the others again. */
export function readableTypes(
  documents: readonly { document_type: KycDocumentType; problem: DocumentProblem | null }[],
): KycDocumentType[] {
  return documents.filter(({ problem }) => problem === null).map(({ document_type }) => document_type)
}

/** Whether the owner cannot change the form: it is submitted and not rejected. */
export function isLocked(status: KycStatus): boolean {
  return status === 'under_review' || status === 'approved'
}

export function statusAfterSaving(status: KycStatus): KycStatus {
  return status === 'not_submitted' ? 'pending' : status
}

const musicianFields: readonly KycField[] = requiredMusicianKycFields

/** Drops fields that the role does not have: a dancer has no publisher, staff have no form. */
export function fieldsOfRole(role: RoleName, change: KycChange): KycChange {
  if (!needsKyc(role)) return {}
  const has = (field: KycField) => role === 'copyright_owner' || !musicianFields.includes(field)
  return Object.fromEntries(
    kycFields
      .filter((field) => has(field) && change[field] !== undefined)
      .map((field) => [field, change[field]]),
  )
}

/** Returns null if accepted. Days are counted in Nairobi. @param born YYYY-MM-DD */
export function ageProblem(born: string, moment: Date): Sentence | null {
  const [year = 0, month = 0, day = 0] = born.split('-').map(Number)
  const today = nairobiParts(moment)
  const hadBirthday = today.month > month || (today.month === month && today.day >= day)
  const age = today.year - year - (hadBirthday ? 0 : 1)
  if (age < 0 || age > 120) return say('date_of_birth_missing')
  return age < KYC_AGE_MIN ? say('too_young', { age: KYC_AGE_MIN }) : null
}

/** 12 345-678 becomes 12345678. */
export function normaliseNationalId(typed: string): string {
  return typed.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** Distinct words without case and accents: Amína ODHIAMBO gives amina and odhiambo. */
export function nameWords(name: string): string[] {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return [...new Set(plain.match(/[\p{L}\p{N}]+/gu))]
}
