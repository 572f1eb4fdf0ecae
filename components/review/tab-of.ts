import type { DeskTabId } from '#components/officer/desk-tabs.ts'
import type { ClaimSubjectType } from '#lib/contract/review/claims.ts'

/** On which tab each kind is decided. */
export const tabOf = { kyc: 'kyc', track: 'tracks', video: 'videos' } as const satisfies Record<
  ClaimSubjectType,
  DeskTabId
>
