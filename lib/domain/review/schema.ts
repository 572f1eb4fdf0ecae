import type { ClaimSubjectType } from '#lib/contract/review/claims.ts'

/** What is decided about: the user's id for KYC, else the track's or the video's. */
export type ReviewSubject = { readonly type: ClaimSubjectType; readonly id: string }

/** The officer who decides: a decision that is held knows no more of them than this. */
export type Decider = { readonly id: string }

/** As the audit names it: a KYC is its user's. */
export function auditedSubject({ type, id }: ReviewSubject): { type: string; id: string } {
  return { type: type === 'kyc' ? 'user' : type, id }
}
