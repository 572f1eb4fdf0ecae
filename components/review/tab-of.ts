import type { DeskTabId } from '#components/officer/desk-tabs.ts'
import type { DecidedSubjectType } from '#lib/contract/decisions/calls.ts'

/** On which tab each kind is decided. */
export const tabOf = {
  kyc: 'kyc',
  track: 'tracks',
  video: 'videos',
  signal: 'signals',
  comment: 'comments',
} as const satisfies Record<DecidedSubjectType, DeskTabId>
