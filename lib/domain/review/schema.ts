import type { DecidedSubjectType } from '#lib/contract/decisions/calls.ts'
import type { ClaimSubjectType } from '#lib/contract/review/claims.ts'

/** The user's id for KYC, else the track's or video's. */
export type ReviewSubject = { readonly type: ClaimSubjectType; readonly id: string }

/** Also signals and comments, which are not claimed. */
export type DecidedSubject = { readonly type: DecidedSubjectType; readonly id: string }

/** A held decision stores no more of the officer. */
export type Decider = { readonly id: string }

const auditedTypes: Readonly<Partial<Record<DecidedSubjectType, string>>> = {
  kyc: 'user',
  signal: 'fraud_signal',
}

/** Names a subject for the audit: a KYC is its user. */
export function auditedSubject({ type, id }: DecidedSubject): { type: string; id: string } {
  return { type: auditedTypes[type] ?? type, id }
}
