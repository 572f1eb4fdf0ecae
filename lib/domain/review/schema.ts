import type { DecidedSubjectType } from '#lib/contract/decisions/calls.ts'
import type { ClaimSubjectType } from '#lib/contract/review/claims.ts'

/** `id` is the user's for KYC, else the track's or video's. */
export type ReviewSubject = { readonly type: ClaimSubjectType; readonly id: string }

/** As `ReviewSubject`; also signals and comments, which are not claimed. */
export type DecidedSubject = { readonly type: DecidedSubjectType; readonly id: string }

/** All that a held decision stores of the officer. */
export type Decider = { readonly id: string }

const auditedTypes: Readonly<Partial<Record<DecidedSubjectType, string>>> = {
  kyc: 'user',
  signal: 'fraud_signal',
}

/** Names a subject for the audit: a KYC submission is its user. */
export function auditedSubject({ type, id }: DecidedSubject): { type: string; id: string } {
  return { type: auditedTypes[type] ?? type, id }
}
