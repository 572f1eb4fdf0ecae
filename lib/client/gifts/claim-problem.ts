import { ApiError } from '#lib/client/http/api.ts'
import { fieldErrors } from '#lib/client/http/error-message.ts'

export type ClaimField = 'receipt' | 'phone_number' | 'vote_code'

export type ClaimProblem =
  | { kind: 'not_found' | 'review' | 'offline' | 'other' }
  | { kind: 'needs_code' }
  | { kind: 'fields'; fields: Partial<Record<ClaimField, string>> }
  | { kind: 'wait'; minutes: number }

const kinds: Readonly<Record<string, 'not_found' | 'review' | 'needs_code'>> = {
  receipt_not_found: 'not_found',
  claim_needs_review: 'review',
  claim_needs_code: 'needs_code',
}

/** Unexpected errors have a problem too: typed text must not be lost. */
export function readClaimProblem(error: unknown): ClaimProblem {
  if (!(error instanceof ApiError)) return { kind: 'other' }
  if (error.status === 0) return { kind: 'offline' }
  if (error.status === 429) return { kind: 'wait', minutes: minutesToWait(error.data) }
  const fields = fieldErrors(error.data)
  if (Object.keys(fields).length > 0) return { kind: 'fields', fields }
  return { kind: kinds[error.code] ?? 'other' }
}

/** Returns minutes, at least one. */
export function minutesToWait(data: unknown): number {
  const told = typeof data === 'object' && data !== null && 'retry_after' in data ? data.retry_after : 0
  return typeof told === 'number' ? Math.max(1, Math.ceil(told / 60)) : 1
}
