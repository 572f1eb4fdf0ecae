import type { DecidedSubjectType } from '#lib/contract/decisions/calls.ts'

/** In the address as `?tab=`, and the key of its word in the catalogue's Officer.tabs. */
export type DeskTabId = 'kyc' | 'tracks' | 'videos' | 'signals' | 'comments'

/** On which tab each kind is decided. */
export const tabOf = {
  kyc: 'kyc',
  track: 'tracks',
  video: 'videos',
  signal: 'signals',
  comment: 'comments',
} as const satisfies Record<DecidedSubjectType, DeskTabId>
