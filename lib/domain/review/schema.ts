import type { DecidedSubjectType } from '#lib/contract/decisions/calls.ts'
import type { ClaimSubjectType } from '#lib/contract/review/claims.ts'

/** What is decided about: the user's id for KYC, else the track's or the video's. */
export type ReviewSubject = { readonly type: ClaimSubjectType; readonly id: string }

/** What is decided about: as above, or a signal or a comment, which nobody claims. */
export type DecidedSubject = { readonly type: DecidedSubjectType; readonly id: string }

/** The officer who decides: a decision that is held knows no more of them than this. */
export type Decider = { readonly id: string }

const auditedTypes: Readonly<Partial<Record<DecidedSubjectType, string>>> = {
  kyc: 'user',
  signal: 'fraud_signal',
}

/** As the audit names it: a KYC is its user's. */
export function auditedSubject({ type, id }: DecidedSubject): { type: string; id: string } {
  return { type: auditedTypes[type] ?? type, id }
}
